// How large words can be in the room there is. They are measured in the font of the page, with some room to spare for
// one that is wider.

const LEAST = 12; // smaller letters are not read
const SPARE = 1.2;
const SIZE = 100;
const known = new Map();
let pen = null;

function ready() {
  pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.font = `700 ${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  return pen;
}

// The breadth of a text at a size of 1.
export function breadth(text) {
  if (!known.has(text)) known.set(text, ((pen ?? ready()).measureText(text).width / SIZE) * SPARE);
  return known.get(text);
}

// The largest size, up to `most`, at which a text fits; 0 where it fits at none that can be read.
export function fitting(text, width, most) {
  const size = Math.min(Math.max(most, LEAST), width / breadth(text));
  return size >= LEAST ? Math.floor(size * 10) / 10 : 0;
}

// The first of several ways to say something that fits at a size, or none.
export function fullest(ways, width, size = LEAST) {
  return ways.find((words) => breadth(words) * size <= width) ?? null;
}
