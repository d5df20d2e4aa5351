// Exact fractions: whole numbers of any size, and text rounded as the lab rounds it, half to even.

const divided = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };

export class Fraction {
  constructor(over, under = 1n) {
    const sign = under < 0n ? -1n : 1n;
    const common = divided(over, under) || 1n;
    this.over = (sign * over) / common;
    this.under = (sign * under) / common;
  }

  static read(text) {
    const [over, under = "1"] = text.split("/");
    return new Fraction(BigInt(over), BigInt(under));
  }

  plus(other) { return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under); }
  minus(other) { return new Fraction(this.over * other.under - other.over * this.under, this.under * other.under); }
  times(other) { return new Fraction(this.over * other.over, this.under * other.under); }
  get isNegative() { return this.over < 0n; }
  toString() { return this.under === 1n ? `${this.over}` : `${this.over}/${this.under}`; }

  // For drawing alone: what is drawn needs a dozen digits, not all of them.
  get near() {
    const scale = 10n ** 15n;
    return Number((this.over * scale) / this.under) / 1e15;
  }

  decimal(places) {
    const scale = 10n ** BigInt(places);
    const size = (this.over < 0n ? -this.over : this.over) * scale;
    let rounded = size / this.under;
    const twice = (size % this.under) * 2n;
    if (twice > this.under || (twice === this.under && rounded % 2n)) rounded += 1n;
    const whole = `${rounded / scale}`.replace(/\B(?=(\d{3})+$)/g, ",");
    const part = places ? `.${`${rounded % scale}`.padStart(places, "0")}` : "";
    return `${this.over < 0n && rounded ? "-" : ""}${whole}${part}`;
  }

  percent(places = 4) { return `${this.times(new Fraction(100n)).decimal(places)} %`; }
}
