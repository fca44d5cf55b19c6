// Python's numbers: whole numbers of any size (numbers, or BigInt beyond 2^53), floats and fractions.
import { newException, OverflowError, refuse, TypeError, ValueError, ZeroDivisionError } from "./classes.js";
import { strip } from "./spaces.js";

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

const LOWEST_BIT = 1074; // floats have no bits below 2 ** -1074

/** Return the float nearest to a fraction. */
/** @param {bigint} n @param {bigint} d */
function ratio(n, d) {
  if (n === 0n) return 0;
  const isNegative = n < 0n;
  if (isNegative) n = -n;
  const length = (value) => value.toString(2).length;
  const shift = 55 - (length(n) - length(d)); // at least 54 bits of the quotient
  const [high, low] = shift >= 0 ? [n << BigInt(shift), d] : [n, d << BigInt(-shift)];
  let quotient = high / low;
  if (quotient * low !== high) quotient |= 1n; // the rest decides a tie when Number() rounds half to even
  let value = Number(quotient) * 2 ** -shift;
  if (shift > LOWEST_BIT) {
    const cut = Math.max(shift - LOWEST_BIT, length(quotient) - 53);
    value = Number(halfEven(quotient, 1n << BigInt(cut))) * 2 ** (cut - shift);
  }
  return isNegative ? -value : value;
}

/** Return a number of any kind as a number of JavaScript. */
export function real(value) {
  if (value instanceof Float) return value.value;
  const isFraction = value instanceof Fraction;
  const found = isFraction ? ratio(value.n, value.d) : Number(value);
  if (!Number.isFinite(found)) {
    const what = isFraction ? "integer division result too large for a float" : "int too large to convert to float";
    throw newException(OverflowError, what);
  }
  return found;
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
  if (isNumber(value) && compareNumbers(value, 0) === 0) throw newException(ZeroDivisionError, "division by zero");
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

/** @param {bigint} n @param {bigint} d */
function floorBig(n, d) {
  const quotient = n / d;
  return n % d !== 0n && n < 0n !== d < 0n ? quotient - 1n : quotient;
}

/** Return the quotient and the rest of two floats, each with the sign of its zero, as Python computes them. */
function divideFloats(x, y) {
  let rest = x % y;
  let quotient = (x - rest) / y;
  if (rest === 0) rest = y < 0 ? -0 : 0;
  else if (rest < 0 !== y < 0) {
    rest += y;
    quotient--;
  }
  if (quotient === 0) quotient = (x < 0 || Object.is(x, -0)) === y < 0 ? 0 : -0;
  else quotient = Math.floor(quotient) + (quotient - Math.floor(quotient) > 0.5 ? 1 : 0);
  return [quotient, rest];
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
    (/** @type {any} */ x, /** @type {any} */ y) => whole(floorBig(BigInt(x.n * y.d), BigInt(x.d * y.n))),
    (x, y) => divideFloats(x, y)[0],
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
    (x, y) => divideFloats(x, y)[1],
    "%",
  );
}

export function power(a, b) {
  if (!isNumber(a) || !isWhole(b)) return refuse("this power");
  const exponent = big(b);
  if (exponent < 0n) rejectZero(a);
  if (a instanceof Fraction) {
    return exponent >= 0n ? reduced(a.n ** exponent, a.d ** exponent) : reduced(a.d ** -exponent, a.n ** -exponent);
  }
  if (isWhole(a) && exponent >= 0n) return whole(big(a) ** exponent);
  return refuse("a power that is a float"); // engines round its last digit differently
}

export function negate(value) {
  if (typeof value === "number") return 0 - value;
  if (!isNumber(value)) return refuse("the negative of this value");
  if (value instanceof Float) return new Float(-value.value);
  if (value instanceof Fraction) return new Fraction(-value.n, value.d);
  return whole(-big(value));
}

const isOdd = (value) => value instanceof Float && !Number.isFinite(value.value);

/** Compare two numbers: negative, 0 or positive; NaN compares as NaN. */
export function compareNumbers(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a instanceof Float && b instanceof Float)
    return a.value === b.value ? 0 : a.value < b.value ? -1 : a.value > b.value ? 1 : Number.NaN;
  if (a instanceof Float || b instanceof Float) {
    if (isOdd(a)) return a.value;
    return isOdd(b) ? -b.value : compareNumbers(exact(a), exact(b));
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
  if (Number.isNaN(n)) throw newException(ValueError, "cannot convert float NaN to integer");
  if (!Number.isFinite(n)) throw newException(OverflowError, "cannot convert float infinity to integer");
  while (!Number.isInteger(n)) [n, d] = [n * 2, d * 2n];
  return reduced(BigInt(n), d);
}

export function absolute(value) {
  if (value instanceof Float) return new Float(Math.abs(value.value));
  return compareNumbers(value, 0) < 0 ? negate(value) : typeof value === "boolean" ? Number(value) : value;
}

/** @param {bigint} n @param {bigint} d */
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
  if (isWhole(value) && digits >= 0) return whole(big(value));
  if (value instanceof Float && !Number.isFinite(value.value)) return value;
  const scale = 10n ** BigInt(Math.abs(digits));
  const { n, d } = asFraction(exact(value));
  const rounded = digits >= 0 ? reduced(halfEven(n * scale, d), scale) : reduced(halfEven(n, d * scale) * scale, 1n);
  if (value instanceof Float) return new Float(real(rounded) || value.value * 0); // it keeps the sign of its zero
  return isWhole(value) ? rounded.numerator : rounded;
}

export function floor(value) {
  const { n, d } = asFraction(exact(value));
  return whole(floorBig(n, d));
}

export function ceil(value) {
  return negate(floor(negate(value)));
}

/** Return text without spaces around it, for the reading of a number in digits that JavaScript reads too. */
function stripDigits(text) {
  return /_|(?![0-9])\p{Nd}/u.test(text) ? refuse("digits with _ or of another script") : strip(text);
}

/** int(): cut off the fractional part, or read text. */
export function toInt(value, base = 10) {
  if (base !== 10) refuse("int() with a base");
  if (typeof value === "string") {
    const digits = stripDigits(value);
    if (!/^[+-]?[0-9]+$/.test(digits)) {
      throw newException(ValueError, `invalid literal for int() with base 10: ${JSON.stringify(value)}`);
    }
    const natural_ = digits.replace(/^[+-]/, "");
    rejectDigits(natural_.length);
    return whole(BigInt(natural_) * (digits[0] === "-" ? -1n : 1n));
  }
  if (isWhole(value)) return whole(big(value));
  return compareNumbers(value, 0) < 0 ? ceil(value) : floor(value);
}

export function toFloat(value) {
  if (typeof value !== "string") return new Float(real(value));
  const text = stripDigits(value).toLowerCase();
  const special = /^([+-]?)inf(?:inity)?$/.exec(text);
  if (special) return new Float(special[1] === "-" ? -Infinity : Infinity);
  if (/^[+-]?nan$/.test(text)) refuse("NaN");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text)) {
    throw newException(ValueError, `could not convert string to float: '${value}'`);
  }
  return new Float(Number(text));
}

/** Fraction(): of a number, of text such as "1/2" or "1.2", or of two numbers. */
export function toFraction(value = 0, denominator = null) {
  if (typeof value === "string") {
    const parts = /^([+-]?)(?=\d|\.\d)(\d*)(?:\s*\/\s*(\d+)|(?:\.(\d*))?(?:[eE]([+-]?\d+))?)$/.exec(stripDigits(value));
    if (!parts || (parts[3] && !parts[2])) {
      throw newException(ValueError, `Invalid literal for Fraction: '${value}'`);
    }
    const decimals = parts[4] ?? "";
    let n = BigInt(parts[2] + decimals);
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

/** Return a whole number that must not be negative as a BigInt. */
export function natural(value) {
  if (value < 0) throw newException(ValueError, "a number must not be negative");
  return big(value);
}

export function isqrt(value) {
  const n = natural(value);
  if (n < 2n) return whole(n);
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2)); // not less than the root
  while (true) {
    const next = (root + n / root) >> 1n; // as Newton does
    if (next >= root) return whole(root);
    root = next;
  }
}

export function comb(n, k) {
  const [all, chosen] = [natural(n), natural(k)];
  if (chosen > all) return 0;
  let found = 1n;
  for (let each = 1n; each <= chosen; each++) found = (found * (all - chosen + each)) / each;
  return whole(found);
}

const MOST_DIGITS = 4300;

function rejectDigits(count) {
  if (count <= MOST_DIGITS) return;
  throw newException(ValueError, `Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion`);
}

/** Return a whole number as Python writes it. */
export function writeWhole(value) {
  const text = String(value);
  rejectDigits(text.replace("-", "").length);
  return text;
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

/** Return a float or a fraction with a fixed number of decimals, rounded half to even from its exact value. */
export function writeFixed(value, decimals) {
  if (isWhole(value)) value = new Float(real(value));
  if (value instanceof Float && !Number.isFinite(value.value)) return writeFloat(value.value);
  const { n, d } = asFraction(exact(value));
  const isNegative = n < 0n || Object.is(value.value, -0);
  const digits = halfEven((n < 0n ? -n : n) * 10n ** BigInt(decimals), d)
    .toString()
    .padStart(decimals + 1, "0");
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
  return isNegative ? `-${text}` : text;
}
