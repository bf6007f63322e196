/** A PDF's page as its picture, with boxes over the cited place. */

import { draw } from "./build.js";
import { pageImage } from "./server.js";

/** Boxes are in points from the top left; `size` is the page's in points where the server tells it. */
export async function pagePicture(document_, number, about) {
  return pictureAt(await pageImage(document_, number), about);
}

/** The same for a picture that was read already. */
export async function pictureAt(address, { boxes = [], size = null, label = "" }) {
  const picture = await loaded(address);
  const [width, height] = size ?? [picture.naturalWidth, picture.naturalHeight];
  const svg = draw("svg", { class: "picture", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  svg.append(draw("image", { href: address, width, height }));
  svg.append(...boxes.map((box) => frameOf(box)));
  return svg;
}

/** A frame around a box; `more` are attributes such as another class. */
export function frameOf(box, more = {}) {
  const frame = { x: box.x0 - 2, y: box.y0 - 2, width: box.x1 - box.x0 + 4, height: box.y1 - box.y0 + 4, rx: 2 };
  return draw("rect", { class: "frame", ...frame, ...more });
}

function loaded(address) {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error("the page's picture cannot be shown"));
    picture.src = address;
  });
}
