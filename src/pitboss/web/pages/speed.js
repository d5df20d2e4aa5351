// How fast the table shows what happens: chosen by the visitor and remembered in this browser.

const KEY = "pitboss speed";
const FACTORS = { slow: 1.6, normal: 1, fast: 0.4 };

export const SPEEDS = Object.keys(FACTORS);

export function speed() {
  const chosen = localStorage.getItem(KEY);
  return chosen in FACTORS ? chosen : "normal";
}

export function choose(name) {
  localStorage.setItem(KEY, name);
}

// What a duration at normal speed is multiplied by.
export function factor() {
  return FACTORS[speed()];
}
