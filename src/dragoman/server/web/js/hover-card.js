/** The small card that shows what is behind a number or a word, on hover and on focus. Escape closes it. */

import { build } from "./build.js";

let card;

export function watchHints() {
  card = build("div", { class: "hint", role: "tooltip", id: "hint", hidden: true });
  document.body.append(card);
  for (const [begin, end] of [
    ["pointerover", "pointerout"],
    ["focusin", "focusout"],
  ]) {
    document.addEventListener(begin, (event) => show(event.target.closest?.("[data-hint]")));
    document.addEventListener(end, hide);
  }
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("click", hide);
  document.addEventListener("scroll", hide, { capture: true, passive: true });
}

function show(target) {
  if (!target) return;
  card.textContent = target.dataset.hint;
  card.hidden = false;
  target.setAttribute("aria-describedby", "hint");
  const { left, top, bottom } = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const x = Math.max(8, Math.min(left, innerWidth - width - 8));
  const y = bottom + height + 12 < innerHeight ? bottom + 8 : Math.max(8, top - height - 8);
  card.style.setProperty("translate", `${Math.round(x)}px ${Math.round(y)}px`);
}

function hide() {
  card.hidden = true;
  document.querySelector("[aria-describedby=hint]")?.removeAttribute("aria-describedby");
}
