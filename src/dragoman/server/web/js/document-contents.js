/** The left of a document: its contents tree, and its pages with what is on each. */

import { build, visible } from "./build.js";

/** `to(page)` gives the address of a page. */
export function documentContents(outline, pages, to) {
  const hasRoom = matchMedia("(min-width: 1121px)").matches;
  const tree = outline.length ? section("Contents", contents(outline, to), hasRoom) : null;
  return [tree, section("Pages", pageList(pages, to), hasRoom && (!tree || pages.some(({ broken }) => broken)))];
}

/** Marks the page that is shown, and the last heading before it. */
export function markPage(element, number) {
  let heading = null;
  for (const link of element.querySelectorAll("a[data-page]")) {
    const page = Number(link.dataset.page);
    const isPage = link.matches(".page-link");
    link.toggleAttribute("aria-current", isPage && page === number);
    if (isPage && page === number) link.setAttribute("aria-current", "page");
    if (!isPage && page <= number) heading = link;
  }
  heading?.setAttribute("aria-current", "location");
  for (const link of element.querySelectorAll("[aria-current]"))
    if (link.offsetParent) link.scrollIntoView({ block: "nearest" });
}

function section(words, list, isOpen) {
  return build("details", { open: isOpen }, build("summary", {}, words), list);
}

/** Entries as nested lists by their level; a level that is skipped counts as one. */
function contents(outline, to) {
  const top = build("ol", { class: "tree" });
  const path = [{ level: 0, list: top }];
  for (const { title, level, page } of outline) {
    while (path.at(-1).level >= level) path.pop();
    const link = build("a", { href: to(page), "data-page": page }, visible(title) || `page ${page}`);
    const item = build("li", {}, link, build("span", { class: "quiet" }, page));
    const parent = path.at(-1);
    if (!parent.list) parent.list = parent.item.appendChild(build("ol", {}));
    parent.list.append(item);
    path.push({ level, item, list: null });
  }
  return top;
}

function pageList(pages, to) {
  return build(
    "ol",
    { class: "page-list" },
    pages.map((one) =>
      build(
        "li",
        {},
        build("a", { class: "page-link", href: to(one.page), "data-page": one.page }, `${one.page}`, counts(one)),
      ),
    ),
  );
}

function counts({ facts, proved, broken, notes }) {
  return [
    facts ? build("span", { class: "quiet" }, `${facts} ${facts === 1 ? "figure" : "figures"}`) : null,
    proved ? build("span", { class: "proved" }, `✓ ${proved}`, hidden(" proved")) : null,
    broken ? build("span", { class: "broken" }, `✕ ${broken}`, hidden(" sums do not hold")) : null,
    notes ? build("span", { class: "quiet" }, `${notes} ${notes === 1 ? "note" : "notes"}`) : null,
  ];
}

const hidden = (words) => build("span", { class: "visually-hidden" }, words);
