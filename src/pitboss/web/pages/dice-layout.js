// Where everything lies on a layout of dice, as a function of the room. The declaration names a region for each wager;
// a wager without one lies in a strip of its own. Lengths are pixels; `unit` grows with the room.

const clamp = (least, value, most) => Math.min(Math.max(value, least), most);
const GAP = 7;

export const regionOf = (area) => area.on_layout?.region ?? "";

// The numbers that have a box, in order.
export function numbersOf(areas) {
  const boxed = areas.filter((area) => ["for", "against"].includes(regionOf(area)));
  return [...new Set(boxed.map((area) => Number(area.number)))].sort((one, other) => one - other);
}

function regions(areas) {
  const found = {};
  for (const area of areas) (found[regionOf(area)] ??= []).push(area);
  return (region) => found[region] ?? [];
}

// What a phone shows at a time, by kind of wager; a game without a kind has no tab for it.
const TABS = [
  ["line", "Line", ["line", "dont_line", "come", "dont_come", "odds"]],
  ["numbers", "Numbers", ["for", "against", "some_numbers"]],
  ["one roll", "One roll", ["field", "one_roll", "throw", "combined", "hop"]],
  ["hard", "Hard ways", ["hard"]],
  ["other", "Other", [""]],
];

export function tabsOf(areas) {
  return TABS.map(([key, says, holds]) => ({ key, says, areas: areas.filter((area) => holds.includes(regionOf(area))) })).filter((tab) => tab.areas.length);
}

// A row of areas next to each other, each as wide as the others or by `shares`.
function row(areas, look, [x, y, w, h], more = {}) {
  return areas.map((area, index) => ({ area, look, x: x + (index * w) / areas.length, y, w: w / areas.length, h, ...more }));
}

function inRows(areas, per) {
  return Array.from({ length: Math.ceil(areas.length / per) }, (_, index) => areas.slice(index * per, (index + 1) * per));
}

// Rows below each other that fill a height: [areas, look, weight, more] each.
function column(rows, [x, y, w, h], gap = GAP) {
  const present = rows.filter(([areas]) => areas.length);
  const unit = (h - gap * (present.length - 1)) / present.reduce((total, [, , weight]) => total + weight, 0);
  let at = y;
  return present.flatMap(([areas, look, weight, more]) => {
    const high = weight * unit;
    const found = look === "hops" ? hops(areas[0], [x, at, w, high]) : row(areas, look, [x, at, w, high], more);
    at += high + gap;
    return found;
  });
}

const HOPS = [];
for (let high = 1; high <= 6; high++) for (let low = 1; low <= high; low++) HOPS.push(`${high}-${low}`);
const HOPS_IN_ROW = 7;

// A wager on named dice has a cell for each throw, below its name.
function hops(area, [x, y, w, h]) {
  const head = clamp(20, h * 0.22, 40), wide = w / HOPS_IN_ROW, high = (h - head) / Math.ceil(HOPS.length / HOPS_IN_ROW);
  return [
    { look: "heading", area, x, y, w, h: head },
    ...HOPS.map((dice, index) => ({ area, look: "hop", dice, x: x + (index % HOPS_IN_ROW) * wide, y: y + head + Math.floor(index / HOPS_IN_ROW) * high, w: wide, h: high })),
  ];
}

// The box of a number: wagers against it above, the numeral with the puck and what has travelled there, wagers for it below.
function numberBox(number, areas, [x, y, w, h]) {
  const own = areas.filter((area) => Number(area.number) === number).reverse();
  const part = (region) => own.filter((area) => regionOf(area) === region);
  const [against, wagersFor] = [part("against"), part("for")];
  const halves = w >= 104;
  const rows = (found) => (halves ? inRows(found, 2) : inRows(found, 1));
  const high = halves ? clamp(38, h * 0.17, 74) : clamp(31, h * 0.125, 46);
  const stacked = (found, from) => rows(found).flatMap((each, index) => row(each, "half", [x, from + index * high, w, high]));
  const top = rows(against).length * high, foot = rows(wagersFor).length * high;
  return [
    { look: "number", number, x, y, w, h, top, foot },
    ...stacked(against, y), ...stacked(wagersFor, y + h - foot),
  ];
}

// A band that comes down the left, goes round the corner and along the bottom.
function band(area, out, thick, across, [left, top, right, bottom], radius) {
  const r = Math.max(radius - out, 8), q = Math.max(r - across, 4), b = bottom;
  const [o, t] = [left + out, thick];
  return { area, look: "band", d: `M${o} ${top}V${b - r}A${r} ${r} 0 0 0 ${o + r} ${b}H${right}V${b - t}H${o + across + q}A${q} ${q} 0 0 1 ${o + across} ${b - t - q}V${top}Z`, at: [o + across / 2, top + (b - t - top) / 2], long: b - t - top - q, across };
}

// The line wagers in two bands around everything else. Returns what is left inside.
function lines(of, [x, y, right, bottom], { sides, heights, radius }) {
  const found = [];
  let out = 0, floor = bottom;
  for (const [index, region] of ["line", "dont_line"].entries()) {
    for (const area of of(region)) {
      found.push(band(area, out, heights[index], sides[index], [x, y, right, floor], radius));
      found.push({ area, look: "word", x: x + sides[0] + sides[1], y: floor - heights[index], w: right - x - sides[0] - sides[1], h: heights[index], size: index ? 17 : 24 });
      out += sides[index];
      floor -= heights[index];
    }
  }
  return { found, inside: [x + out, y, right, floor] };
}

// The whole layout, on a screen that has room for it.
export function whole(areas, width, height) {
  const of = regions(areas);
  const unit = clamp(0.8, Math.min(width / 930, height / 500), 3);
  const centre = centreRows(of);
  const wide = centre.some(([found]) => found.length) ? Math.max(218 * Math.min(unit, 1), width * 0.245) : 0;
  const right = width - wide - (wide ? 14 * unit : 0);
  const apron = of("odds").length ? 42 * unit : 0;
  const around = { sides: [44 * unit, 34 * unit], heights: [44 * unit, 34 * unit], radius: 92 * unit };
  const { found, inside: [x, , , floor] } = lines(of, [0, 0, right, height - apron], around);
  found.push(...row(of("odds"), "odds", [x, height - apron + 4, right - x, apron - 4]));
  const lowest = [...of("some_numbers"), ...of("field")].length ? Math.max(70 * unit, floor * 0.2) : 0;
  const come = of("come").length ? Math.max(42 * unit, floor * 0.13) : 0;
  const high = floor - lowest - come;
  const beside = of("dont_come").length ? 76 * unit : 0;
  found.push(...row(of("dont_come"), "tall", [x, 0, beside, high]));
  found.push(...numberRow(areas, [x + beside, 0, right - x - beside, high]));
  found.push(...row(of("come"), "word", [x, high, right - x, come], { size: 32 }));
  const some = Math.min(of("some_numbers").length * 62 * unit, (right - x) / 2);
  found.push(...row(of("some_numbers"), "some", [x, high + come, some, lowest]));
  found.push(...row(of("field"), "field", [x + some, high + come, right - x - some, lowest]));
  found.push(...column(centre, [right + 14 * unit, 0, wide, height]));
  return { boxes: found, unit, height };
}

function numberRow(areas, [x, y, w, h], per = Infinity) {
  const numbers = numbersOf(areas);
  const rows = inRows(numbers, Math.min(per, numbers.length || 1));
  return rows.flatMap((found, at) => found.flatMap((number, index) =>
    numberBox(number, areas.filter((area) => ["for", "against"].includes(regionOf(area))), [x + (index * w) / found.length, y + at * (h / rows.length), w / found.length, h / rows.length - (rows.length > 1 ? GAP : 0)])));
}

function centreRows(of) {
  const [first, ...strips] = of("one_roll");
  return [
    [first ? [first] : [], "strip", 36, { loud: true }],
    ...inRows(of("hard"), 2).map((found) => [found, "dice", 60]),
    ...inRows(of("throw"), 4).map((found) => [found, "dice", 60, { small: true }]),
    ...of("combined").map((area) => [[area], "strip", 27]),
    ...strips.map((area) => [[area], "strip", 34]),
    ...inRows(of(""), 2).map((found) => [found, "strip", 34]),
    [of("hop"), "hops", 108],
  ];
}

// One tab of a phone. `height` is the room there is; a layout that needs more is scrolled.
export function tabbed(areas, tab, width, height) {
  const of = regions(areas);
  const unit = clamp(1, Math.min(width / 420, height / 470), 1.8);
  const [boxes, needs] = IN_TAB[tab](of, areas, width, height, unit);
  return { boxes, unit, height: Math.max(needs, height) };
}

const IN_TAB = {
  line(of, areas, width, room) {
    const needs = 250, height = Math.max(needs, room);
    const numbers = numbersOf(areas), top = numbers.length ? clamp(72, height * 0.27, 200) : 0;
    const apron = of("odds").length ? clamp(44, height * 0.12, 84) : 0;
    const side = clamp(30, width * 0.1, 60);
    const around = { sides: [side, side * 0.8], heights: [clamp(44, height * 0.15, 110), clamp(36, height * 0.11, 84)], radius: clamp(40, height * 0.16, 90) };
    const { found, inside: [x, y, right, floor] } = lines(of, [0, top + GAP, width, height - apron], around);
    const beside = of("dont_come").length ? clamp(108, width * 0.22, 170) : 0;
    return [[
      ...numbers.map((number, index) => ({ look: "number", number, x: (index * width) / numbers.length, y: 0, w: width / numbers.length, h: top, top: 0, foot: 0 })),
      ...found,
      ...row(of("odds"), "odds", [0, height - apron + 4, width, apron - 4]),
      ...row(of("come"), "word", [x, y, right - x - beside, floor - y], { size: 28 }),
      ...row(of("dont_come"), "tall", [right - beside, y, beside, floor - y]),
    ], needs];
  },
  numbers(of, areas, width, room) {
    const some = of("some_numbers").length ? 52 : 0, across = width >= 560;
    const needs = (numbersOf(areas).length ? (across ? 168 : 340) : 0) + some, height = Math.max(needs, room);
    return [[
      ...numberRow(areas, [0, 0, width, height - some - (some && across ? GAP : 0)], across ? Infinity : 3),
      ...row(of("some_numbers"), "strip", [0, height - some, width, some]),
    ], needs];
  },
  "one roll"(of, areas, width, room) {
    const rows = [
      ...of("field").map((area) => [[area], "field", 84]),
      ...inRows(of("one_roll"), 2).map((found) => [found, "strip", 46]),
      ...inRows(of("throw"), 4).map((found) => [found, "dice", 66, { small: true }]),
      ...inRows(of("combined"), width >= 560 ? 3 : 1).map((found) => [found, "strip", 44]),
      [of("hop"), "hops", 160],
    ];
    const present = rows.filter(([found]) => found.length);
    const needs = present.reduce((total, [, , weight]) => total + weight, 0) + GAP * (present.length - 1);
    return [column(rows, [0, 0, width, Math.max(needs, Math.min(room, needs * 1.7))]), needs];
  },
  hard(of, areas, width, room) {
    const rows = inRows(of("hard"), width >= 560 && room < 300 ? 4 : 2);
    const needs = rows.length * 120;
    return [column(rows.map((found) => [found, "dice", 120, { large: true }]), [0, 0, width, Math.max(needs, Math.min(room, needs * 2.5))]), needs];
  },
  other(of, areas, width) {
    const rows = of("").map((area) => [[area], "strip", 52]);
    const needs = rows.length * (52 + GAP);
    return [column(rows, [0, 0, width, needs]), needs];
  },
};
