// Python's numbers: whole numbers of any size (numbers, or BigInt beyond 2^53), floats and fractions.
import { newException, OverflowError, TypeError, ValueError, ZeroDivisionError } from "./classes.js";

/** A float, told apart from a whole number with the same value. */
export class Float {
  constructor(value) {
    this.value = value;
  }
}

export class Fraction {
  constructor(numerator, denominator) {
    this.n = numerator; // BigInt
    this.d = denominator; // BigInt, positive
  }

  get numerator() {
    return whole(this.n);
  }

  get denominator() {
    return whole(this.d);
  }
}

export const newFloat = (value) => new Float(value);

/** Return a whole number in its usual form. */
export function whole(big) {
  return big <= 9007199254740991n && big >= -9007199254740991n ? Number(big) : big;
}

export const isWhole = (value) => typeof value === "number" || typeof value === "bigint" || typeof value === "boolean";
export const isInteger = (value) => typeof value === "number" || typeof value === "bigint";
export const isNumber = (value) => isWhole(value) || value instanceof Float || value instanceof Fraction;

export const big = (value) => BigInt(value);

const isSafe = (value) => value <= 9007199254740991n;

function greatestDivisor(a, b) {
  if (a < 0n) a = -a;
  if (b < 0n) b = -b;
  while (b && !(isSafe(a) && isSafe(b))) [a, b] = [b, a % b];
  if (!b) return a;
  let [x, y] = [Number(a), Number(b)];
  while (y) [x, y] = [y, x % y];
  return BigInt(x);
}

export function gcd(...values) {
  let found = 0n;
  for (const each of values) {
    found = greatestDivisor(found, big(each));
    if (found === 1n) break;
  }
  return whole(found);
}

export function lcm(...values) {
  let found = 1n;
  for (const each of values.map(big)) {
    if (!each) return 0;
    const next = found / greatestDivisor(found, each);
    found = next * (each < 0n ? -each : each);
  }
  return whole(found);
}

export function makeFraction(n, d) {
  return new Fraction(n, d);
}

/** Return n/d in lowest terms. */
export function reduced(n, d) {
  if (!d) throw newException(ZeroDivisionError, `Fraction(${n}, 0)`);
  if (d < 0n) [n, d] = [-n, -d];
  const common = greatestDivisor(n, d);
  return new Fraction(n / common, d / common);
}

const asFraction = (value) => (value instanceof Fraction ? value : new Fraction(big(value), 1n));

/** Return the float nearest to a fraction. */
function ratio(n, d) {
  if (n === 0n) return 0;
  const isNegative = n < 0n;
  if (isNegative) n = -n;
  const length = (value) => value.toString(2).length;
  const shift = 55n - BigInt(length(n) - length(d)); // at least 54 bits of the quotient
  const [high, low] = shift >= 0n ? [n << shift, d] : [n, d << -shift];
  let quotient = high / low;
  if (quotient * low !== high) quotient |= 1n; // the rest decides a tie when Number() rounds half to even
  const value = Number(quotient) * 2 ** -Number(shift);
  return isNegative ? -value : value;
}

/** Return a number of any kind as a number of JavaScript. */
export function real(value) {
  if (value instanceof Float) return value.value;
  if (value instanceof Fraction) return ratio(value.n, value.d);
  return Number(value);
}

/** Combine two numbers as whole numbers, fractions or floats, whichever both can be. */
function combine(a, b, onWhole, onFraction, onFloat, sign) {
  if (isWhole(a) && isWhole(b)) return onWhole(a, b);
  if (!isNumber(a) || !isNumber(b)) throw newException(TypeError, `unsupported operand type(s) for ${sign}`);
  if (a instanceof Float || b instanceof Float) return new Float(onFloat(real(a), real(b)));
  return onFraction(asFraction(a), asFraction(b));
}

export function addNumbers(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  if (isInteger(a) && isInteger(b)) return whole(BigInt(a) + BigInt(b));
  return combine(
    a,
    b,
    (x, y) => whole(big(x) + big(y)),
    (x, y) => reduced(x.n * y.d + y.n * x.d, x.d * y.d),
    (x, y) => x + y,
    "+",
  );
}

export function subtractNumbers(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const rest = a - b;
    if (Number.isSafeInteger(rest)) return rest;
  }
  if (isInteger(a) && isInteger(b)) return whole(BigInt(a) - BigInt(b));
  return combine(
    a,
    b,
    (x, y) => whole(big(x) - big(y)),
    (x, y) => reduced(x.n * y.d - y.n * x.d, x.d * y.d),
    (x, y) => x - y,
    "-",
  );
}

export function multiplyNumbers(a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0; // never -0
  }
  if (isInteger(a) && isInteger(b)) return whole(BigInt(a) * BigInt(b));
  return combine(
    a,
    b,
    (x, y) => whole(big(x) * big(y)),
    (x, y) => reduced(x.n * y.n, x.d * y.d),
    (x, y) => x * y,
    "*",
  );
}

function rejectZero(value) {
  if (real(value) === 0) throw newException(ZeroDivisionError, "division by zero");
}

export function divide(a, b) {
  if (!isNumber(a) || !isNumber(b)) throw newException(TypeError, "unsupported operand type(s) for /");
  rejectZero(b);
  return combine(
    a,
    b,
    (x, y) => {
      const value = ratio(big(x) * (big(y) < 0n ? -1n : 1n), big(y) < 0n ? -big(y) : big(y));
      if (!Number.isFinite(value)) throw newException(OverflowError, "integer division result too large for a float");
      return new Float(value);
    },
    (x, y) => reduced(x.n * y.d, x.d * y.n),
    (x, y) => x / y,
    "/",
  );
}

function floorBig(n, d) {
  const quotient = n / d;
  return n % d !== 0n && n < 0n !== d < 0n ? quotient - 1n : quotient;
}

export function floorDivide(a, b) {
  rejectZero(b);
  return combine(
    a,
    b,
    (x, y) => {
      if (typeof x === "number" && typeof y === "number") {
        const rest = x % y;
        return (x - rest) / y - (rest !== 0 && rest < 0 !== y < 0 ? 1 : 0) + 0;
      }
      return whole(floorBig(big(x), big(y)));
    },
    (x, y) => whole(floorBig(x.n * y.d, x.d * y.n)),
    (x, y) => Math.floor(x / y),
    "//",
  );
}

export function moduloNumbers(a, b) {
  rejectZero(b);
  return combine(
    a,
    b,
    (x, y) => {
      if (typeof x === "number" && typeof y === "number") {
        const rest = x % y;
        return (rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest) + 0;
      }
      return whole(big(x) - floorBig(big(x), big(y)) * big(y));
    },
    (x, y) => subtractNumbers(x, multiplyNumbers(y, floorDivide(x, y))),
    (x, y) => x - y * Math.floor(x / y),
    "%",
  );
}

export function power(a, b) {
  if (isWhole(a) && isWhole(b)) {
    if (Number(b) >= 0) return whole(big(a) ** big(b));
    return new Float(Number(a) ** Number(b));
  }
  if (a instanceof Fraction && isWhole(b)) {
    const exponent = big(b);
    return exponent >= 0n ? reduced(a.n ** exponent, a.d ** exponent) : reduced(a.d ** -exponent, a.n ** -exponent);
  }
  return new Float(real(a) ** real(b));
}

export function negate(value) {
  if (typeof value === "number") return 0 - value;
  if (value instanceof Float) return new Float(-value.value);
  if (value instanceof Fraction) return new Fraction(-value.n, value.d);
  return whole(-big(value));
}

/** Compare two numbers: negative, 0 or positive; NaN compares as NaN. */
export function compareNumbers(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a instanceof Float && b instanceof Float)
    return a.value === b.value ? 0 : a.value < b.value ? -1 : a.value > b.value ? 1 : Number.NaN;
  if (a instanceof Float || b instanceof Float) {
    const [x, y] = [real(a), real(b)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return x === y ? 0 : x < y ? -1 : x > y ? 1 : Number.NaN;
    return compareNumbers(exact(a), exact(b));
  }
  if (isWhole(a) && isWhole(b)) return Number(big(a) < big(b) ? -1 : big(a) > big(b) ? 1 : 0);
  const [x, y] = [asFraction(a), asFraction(b)];
  const [left, right] = [x.n * y.d, y.n * x.d];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Return a finite number as a fraction or a whole number. */
export function exact(value) {
  if (!(value instanceof Float)) return value;
  let [n, d] = [value.value, 1n];
  while (!Number.isInteger(n)) [n, d] = [n * 2, d * 2n];
  return reduced(BigInt(n), d);
}

export function absolute(value) {
  return compareNumbers(value, 0) < 0 ? negate(value) : typeof value === "boolean" ? Number(value) : value;
}

function halfEven(n, d) {
  const low = floorBig(n, d);
  const twice = (n - low * d) * 2n;
  return twice > d || (twice === d && low % 2n !== 0n) ? low + 1n : low;
}

export function round(value, digits = null) {
  if (digits === null) {
    if (isWhole(value)) return whole(big(value));
    const { n, d } = asFraction(exact(value));
    return whole(halfEven(n, d));
  }
  if (isWhole(value) && digits >= 0) return value;
  const scale = 10n ** BigInt(Math.abs(digits));
  const { n, d } = asFraction(exact(value));
  const rounded = digits >= 0 ? reduced(halfEven(n * scale, d), scale) : reduced(halfEven(n, d * scale) * scale, 1n);
  if (value instanceof Float) return new Float(real(rounded));
  return isWhole(value) ? rounded.numerator : rounded;
}

export function floor(value) {
  const { n, d } = asFraction(exact(value));
  return whole(floorBig(n, d));
}

export function ceil(value) {
  return negate(floor(negate(value)));
}

/** int(): cut off the fractional part, or read text. */
export function toInt(value, base = 10) {
  if (typeof value === "string") {
    const text = value.trim().replaceAll(/(?<=[0-9])_(?=[0-9])/g, "");
    const digits = /^([+-]?)(\p{Nd}+)$/u.exec(text);
    if (!digits || base !== 10) {
      throw newException(ValueError, `invalid literal for int() with base 10: ${JSON.stringify(value)}`);
    }
    if (!/^[0-9]+$/.test(digits[2])) throw newException(ValueError, "digits of another script");
    return whole(BigInt(digits[2]) * (digits[1] === "-" ? -1n : 1n));
  }
  if (isWhole(value)) return whole(big(value));
  if (value instanceof Float && !Number.isFinite(value.value)) {
    throw newException(OverflowError, "cannot convert float infinity to integer");
  }
  return compareNumbers(value, 0) < 0 ? ceil(value) : floor(value);
}

export function toFloat(value) {
  if (typeof value !== "string") return new Float(real(value));
  const text = value.trim().toLowerCase();
  const special = { inf: Infinity, "+inf": Infinity, infinity: Infinity, "-inf": -Infinity, nan: Number.NaN }[text];
  if (special !== undefined) return new Float(special);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text)) {
    throw newException(ValueError, `could not convert string to float: '${value}'`);
  }
  return new Float(Number(text));
}

/** Fraction(): of a number, of text such as "1/2" or "1.2", or of two numbers. */
export function toFraction(value = 0, denominator = null) {
  if (typeof value === "string") {
    const parts = /^\s*([+-]?)(\d+)?(?:\/(\d+)|\.(\d*))?(?:[eE]([+-]?\d+))?\s*$/.exec(value);
    if (!parts || (parts[2] === undefined && !parts[4])) {
      throw newException(ValueError, `Invalid literal for Fraction: '${value}'`);
    }
    const decimals = parts[4] ?? "";
    let n = BigInt((parts[2] ?? "0") + decimals);
    let d = parts[3] === undefined ? 10n ** BigInt(decimals.length) : BigInt(parts[3]);
    const exponent = Number(parts[5] ?? 0);
    if (exponent > 0) n *= 10n ** BigInt(exponent);
    else d *= 10n ** BigInt(-exponent);
    return reduced(parts[1] === "-" ? -n : n, d);
  }
  const top = asFraction(exact(value));
  if (denominator === null) return top;
  const bottom = asFraction(exact(denominator));
  return reduced(top.n * bottom.d, top.d * bottom.n);
}

export function isqrt(value) {
  const n = big(value);
  if (n < 2n) return whole(n);
  let root = BigInt(Math.floor(Math.sqrt(Number(n))));
  while (root * root > n) root--;
  while ((root + 1n) * (root + 1n) <= n) root++;
  return whole(root);
}

export function comb(n, k) {
  if (k > n) return 0;
  let found = 1n;
  for (let each = 1n; each <= big(k); each++) found = (found * (big(n) - big(k) + each)) / each;
  return whole(found);
}

/** Return a float as Python writes it. */
export function writeFloat(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits, exponent] = value.toExponential().split("e");
    const power_ = Number(exponent);
    return `${digits}e${power_ < 0 ? "-" : "+"}${String(Math.abs(power_)).padStart(2, "0")}`;
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** Return a number with a fixed number of decimals, rounded half to even from its exact value. */
export function writeFixed(value, decimals) {
  const number = value instanceof Float ? value.value : real(value);
  if (!Number.isFinite(number)) return writeFloat(number);
  const { n, d } = asFraction(exact(value));
  const isNegative = n < 0n || Object.is(number, -0);
  const digits = halfEven((n < 0n ? -n : n) * 10n ** BigInt(decimals), d)
    .toString()
    .padStart(decimals + 1, "0");
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
  return isNegative ? `-${text}` : text;
}
