/** A PDF's page as its picture, with boxes over the cited place. */

import { draw } from "./build.js";
import { pageImage } from "./server.js";

/** Boxes are in points from the top left; `size` is the page's in points where the server tells it. */
export async function pagePicture(document_, number, { boxes = [], size = null, label = "" }) {
  const address = await pageImage(document_, number);
  const picture = await loaded(address);
  const [width, height] = size ?? [picture.naturalWidth, picture.naturalHeight];
  const svg = draw("svg", { class: "picture", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  svg.append(draw("image", { href: address, width, height }));
  for (const box of boxes) {
    const frame = { x: box.x0 - 2, y: box.y0 - 2, width: box.x1 - box.x0 + 4, height: box.y1 - box.y0 + 4, rx: 2 };
    svg.append(draw("rect", { class: "frame", ...frame }));
  }
  return svg;
}

function loaded(address) {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error("the page's picture cannot be shown"));
    picture.src = address;
  });
}
