// Money is whole cents here and text with two places on the wire.

export function cents(text) {
  const [whole, part = "00"] = text.split(".");
  return Number(whole) * 100 + Number(part) * (text.startsWith("-") ? -1 : 1);
}

export function wire(amount) {
  const size = Math.abs(amount);
  return `${amount < 0 ? "-" : ""}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

export function money(amount) {
  const [whole, part] = wire(Math.abs(amount)).split(".");
  return `${amount < 0 ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${part}`;
}

export function signed(amount) {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

export function sum(amounts) {
  return amounts.reduce((total, each) => total + each, 0);
}
