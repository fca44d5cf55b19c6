// json.dumps() and json.loads(), as Python writes and reads JSON.
import { json_JSONDecodeError, newException, TypeError } from "./classes.js";
import { Dict } from "./containers.js";
import { define } from "./members.js";
import { Float, isWhole, newFloat, whole, writeFloat, writeWhole } from "./numbers.js";

const ESCAPED = /["\\\u0000-\u001f\u007f-\uffff]/g;
const NAMES = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\b": "\\b" };

function quote(value, isAscii) {
  const written = value.replaceAll(ESCAPED, (sign) => {
    if (NAMES[sign]) return NAMES[sign];
    if (sign > "\u001f" && (!isAscii || sign === "\u007f")) return sign;
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return `"${written}"`;
}

function write(value, options, indent) {
  if (typeof value === "string") return quote(value, options.isAscii);
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (isWhole(value)) return writeWhole(value);
  if (value instanceof Float) {
    const number = writeFloat(value.value);
    return { inf: "Infinity", "-inf": "-Infinity", nan: "NaN" }[number] ?? number;
  }
  const inner = options.step === null ? "" : `${indent}${options.step}`;
  const wrap = (open, parts, close) => {
    if (!parts.length) return open + close;
    if (options.step === null) return open + parts.join(options.comma) + close;
    return `${open}\n${inner}${parts.join(`${options.comma}\n${inner}`)}\n${indent}${close}`;
  };
  if (Array.isArray(value))
    return wrap(
      "[",
      value.map((each) => write(each, options, inner)),
      "]",
    );
  if (value instanceof Dict) {
    let pairs = [...value.pairs()];
    if (options.isSorted) pairs = pairs.sort(([a], [b]) => (a < b ? -1 : 1));
    const parts = pairs.map(([key, each]) => `${writeKey(key, options)}${options.colon}${write(each, options, inner)}`);
    return wrap("{", parts, "}");
  }
  throw newException(TypeError, "Object is not JSON serializable");
}

function writeKey(key, options) {
  if (typeof key === "string") return quote(key, options.isAscii);
  return `"${write(key, options, "")}"`;
}

export const json_dumps = define(
  (value, indent = null, isAscii = true, isSorted = false, separators = null) => {
    const [comma, colon] = separators ?? [indent === null ? ", " : ",", ": "];
    const step = typeof indent === "number" ? " ".repeat(indent) : indent;
    return write(value, { step, isAscii, isSorted, comma, colon }, "");
  },
  { names: ["obj"], keywordOnly: ["indent", "ensure_ascii", "sort_keys", "separators"] },
);

/** Read JSON with whole numbers of any size, and floats told apart from them. */
export function json_loads(source) {
  if (typeof source !== "string") throw newException(TypeError, "the JSON object must be str");
  const reader = new Reader(source);
  const value = reader.value();
  reader.space();
  if (reader.at < source.length) reader.fail();
  return value;
}

class Reader {
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  fail() {
    throw newException(json_JSONDecodeError, `Expecting value: line 1 column ${this.at + 1} (char ${this.at})`);
  }

  space() {
    while (" \t\n\r".includes(this.source[this.at] ?? "x")) this.at++;
  }

  take(expression) {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source);
    if (found) this.at += found[0].length;
    return found?.[0];
  }

  value() {
    this.space();
    const sign = this.source[this.at];
    if (sign === '"') return this.text();
    if (sign === "[") return this.list();
    if (sign === "{") return this.object();
    const word = this.take(/true|false|null|NaN|-?Infinity/y);
    if (word) {
      if (word.endsWith("y") || word === "NaN") return newFloat(Number(word));
      return word === "null" ? null : word === "true";
    }
    const number = this.take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y);
    if (number === undefined) this.fail();
    return /^-?\d+$/.test(number) ? whole(BigInt(number)) : newFloat(Number(number));
  }

  /** Take a sign after spaces. @param {RegExp} pattern */
  takeNext(pattern) {
    this.space();
    return this.take(pattern);
  }

  text() {
    const found = this.take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
    if (found === undefined) this.fail();
    return JSON.parse(found);
  }

  list() {
    const found = [];
    this.at++;
    this.space();
    if (this.take(/\]/y)) return found;
    do found.push(this.value());
    while (this.takeNext(/,/y));
    if (!this.take(/\]/y)) this.fail();
    return found;
  }

  object() {
    const found = new Dict();
    this.at++;
    this.space();
    if (this.take(/\}/y)) return found;
    do {
      this.space();
      if (this.source[this.at] !== '"') this.fail();
      const key = this.text();
      this.space();
      if (!this.take(/:/y)) this.fail();
      found.set(key, this.value());
    } while (this.takeNext(/,/y));
    if (!this.take(/\}/y)) this.fail();
    return found;
  }
}
