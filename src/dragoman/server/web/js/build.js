/** Builds elements. Every text goes in as a text node, so nothing a document, a model or a person wrote is ever HTML. */

const SVG = "http://www.w3.org/2000/svg";
const SAFE_ADDRESS = /^(#|\/(?!\/)|https?:\/\/|blob:)/i;

/**
 * @param {string} tag
 * @param {object} attributes `on: {event: listener}`, everything else becomes an attribute; false and null leave it out
 * @param {...(Node|string|number|null|false|Array)} children
 */
export function build(tag, attributes = {}, ...children) {
  return fill(dress(document.createElement(tag), attributes), children);
}

/** The same for SVG. */
export function draw(tag, attributes = {}, ...children) {
  return fill(dress(document.createElementNS(SVG, tag), attributes), children);
}

/** Replaces what is in an element. */
export function refill(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

function dress(element, { on = {}, ...attributes }) {
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "style" || name.startsWith("on"))
      throw new TypeError(`no ${name} attribute: the page's policy forbids it`);
    if ((name === "href" || name === "src") && !SAFE_ADDRESS.test(value)) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** A text for one line of a list: without what steers or hides text (controls, marks of direction, no width). */
export function visible(text) {
  return String(text ?? "")
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
