// Small helpers to build elements. Text is always text: nothing that comes over the wire is read as markup.

const SVG = "http://www.w3.org/2000/svg";

// A part of the page, by its name.
export const zone = (name) => document.querySelector(`#${name}`);

export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A zone is built anew only when what it shows has changed, and whoever had the focus in it keeps it.
export function show(zone, shown, build) {
  const written = JSON.stringify(shown);
  if (zone.written === written) return;
  zone.written = written;
  const held = zone.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  zone.replaceChildren(...[build(shown)].flat().filter(Boolean));
  if (held) zone.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}
