// Python's text: str(), repr(), format() and the methods of text.
import { Instance, KeyError, newException, refuse, TypeError, ValueError } from "./classes.js";
import { Dict, FrozenSet, iterate, iterator, newDict, newTuple, PySet, Range, size, isTuple } from "./containers.js";
import { convertFlags, convertPattern } from "./patterns.js";
import { Float, Fraction, isNumber, isWhole, real, writeFixed, writeFloat, writeWhole } from "./numbers.js";
import { SPACES, stripLeft as stripSpacesLeft, stripRight as stripSpacesRight } from "./spaces.js";

/** str() */
export function text(value) {
  if (typeof value === "string") return value;
  if (value instanceof Instance && value.$class) {
    if (value.__str__) return value.__str__(value);
    if (value.$class.isError) {
      const args = value.args ?? [];
      if (args.length === 1) return KeyError.has(value) ? represent(args[0]) : text(args[0]);
      return args.length === 0 ? "" : represent(newTuple([...args]));
    }
  }
  return value instanceof Fraction ? writeFraction(value) : represent(value);
}

/** repr() */
export function represent(value) {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return String(value);
    case "bigint":
      return writeWhole(value);
    case "boolean":
      return value ? "True" : "False";
  }
  if (value === null) return "None";
  if (value instanceof Float) return writeFloat(value.value);
  if (value instanceof Fraction) return `Fraction(${writeWhole(value.n)}, ${writeWhole(value.d)})`;
  if (isTuple(value)) {
    if (value.$class) {
      const { name, names } = value.$class;
      return `${name}(${names.map((each, at) => `${each}=${represent(value[at])}`).join(", ")})`;
    }
    return `(${value.map(represent).join(", ")}${value.length === 1 ? "," : ""})`;
  }
  if (Array.isArray(value)) return `[${value.map(represent).join(", ")}]`;
  if (value instanceof Dict) {
    return `{${[...value.pairs()].map(([key, each]) => `${represent(key)}: ${represent(each)}`).join(", ")}}`;
  }
  if (value instanceof PySet) {
    if (value.length > 1) refuse("repr() of a set, whose order Python doesn't promise: sort it");
    const body = value.length ? `{${represent([...value][0])}}` : "";
    return value instanceof FrozenSet ? `frozenset(${body})` : body || "set()";
  }
  if (value instanceof Range) {
    return `range(${value.start}, ${value.stop}${value.step === 1 ? "" : `, ${value.step}`})`;
  }
  if (value instanceof Instance && value.$class) {
    if (value.__repr__) return value.__repr__(value);
    const { name, fields, isError } = value.$class;
    if (isError) return `${name}(${(value.args ?? []).map(represent).join(", ")})`;
    if (fields) return `${name}(${fields.map((each) => `${each.name}=${represent(value[each.name])}`).join(", ")})`;
  }
  return refuse("the text of this value");
}

function quote(value) {
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  let found = mark;
  for (const sign of value) {
    if (sign === mark || sign === "\\") found += `\\${sign}`;
    else if (sign === "\n") found += "\\n";
    else if (sign === "\r") found += "\\r";
    else if (sign === "\t") found += "\\t";
    else if (isPrintable(sign)) found += sign;
    else {
      const code = sign.codePointAt(0);
      const digits = code.toString(16);
      found +=
        code < 256
          ? `\\x${digits.padStart(2, "0")}`
          : code < 65536
            ? `\\u${digits.padStart(4, "0")}`
            : `\\U${digits.padStart(8, "0")}`;
    }
  }
  return found + mark;
}

const isPrintable = (value) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(value);

/** format(): the parts of Python's small language for numbers and text. */
export function format(value, spec) {
  if (value instanceof Instance && value.__format__) return value.__format__(value, spec);
  if (spec === "") return value instanceof Fraction ? writeFraction(value) : text(value);
  const parts = /^(?:(.)?([<>^=]))?([-+ ])?(0)?(\d+)?([,_])?(?:\.(\d+))?([dsf%g])?$/su.exec(spec);
  if (!parts || !(typeof value === "string" || isNumber(value))) return refuse(`the format '${spec}'`);
  let [, fill, align, sign, zero, width, group, precision, kind] = parts;
  let body;
  let head = "";
  if (typeof value === "string") {
    if ((kind && kind !== "s") || align === "=" || sign || zero || group) refuse(`the format '${spec}' of text`);
    body = precision === undefined ? value : [...value].slice(0, Number(precision)).join("");
    align ??= "<";
  } else {
    align ??= zero ? "=" : ">";
    if (zero) fill ??= "0";
    if (group && align === "=" && width) refuse("groups of digits filled with zeros");
    body = formatNumber(value, kind, precision, group);
    if (body.startsWith("-")) [head, body] = ["-", body.slice(1)];
    else if (sign === "+" || sign === " ") head = sign;
  }
  const missing = Math.max(0, Number(width ?? 0) - size(head + body));
  fill ??= " ";
  if (align === "<") return head + body + fill.repeat(missing);
  if (align === "=") return head + fill.repeat(missing) + body;
  if (align === "^") {
    const left = Math.floor(missing / 2);
    return fill.repeat(left) + head + body + fill.repeat(missing - left);
  }
  return fill.repeat(missing) + head + body;
}

function formatNumber(value, kind, precision, group) {
  const grouped = (digits) => {
    if (!group) return digits;
    const [whole, rest] = digits.split(".");
    const parts = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, group);
    return rest === undefined ? parts : `${parts}.${rest}`;
  };
  if (isWhole(value) && (kind === undefined || kind === "d") && precision === undefined) {
    return grouped(writeWhole(typeof value === "boolean" ? Number(value) : value));
  }
  if (kind === "f") return grouped(writeFixed(value, Number(precision ?? 6)));
  if (kind === "%") {
    const percent = value instanceof Fraction ? new Fraction(value.n * 100n, value.d) : new Float(real(value) * 100);
    return `${grouped(writeFixed(percent, Number(precision ?? 6)))}%`;
  }
  if (value instanceof Fraction ? kind === undefined && precision === undefined && !group : kind === undefined) {
    if (value instanceof Fraction) return writeFraction(value);
    if (value instanceof Float && precision === undefined && !/e/.test(writeFloat(value.value))) {
      return grouped(writeFloat(value.value));
    }
  }
  if (kind === "g" && !group && !(value instanceof Fraction)) return formatGeneral(real(value), Number(precision ?? 6));
  return refuse(`the format '${kind ?? ""}' of this number`);
}

function formatGeneral(value, precision) {
  const digits = precision || 1;
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const exponent = Number(value.toExponential(digits - 1).split("e")[1]);
  if (exponent >= digits) refuse("the format 'g' of this number"); // engines round its ties up, and Python to even
  if (exponent < -4) {
    const written = value.toExponential(digits - 1).split("e")[0];
    return `${written.includes(".") ? written.replace(/\.?0+$/, "") : written}e-${String(-exponent).padStart(2, "0")}`;
  }
  const fixed = writeFixed(new Float(value), Math.max(0, digits - 1 - exponent));
  return fixed.includes(".") ? fixed.replace(/\.?0+$/, "") : fixed;
}

export const writeFraction = (value) =>
  value.d === 1n ? writeWhole(value.n) : `${writeWhole(value.n)}/${writeWhole(value.d)}`;

/** @param {string} value @param {string | null} signs */
function stripLeft(value, signs = null) {
  if (signs === null) return stripSpacesLeft(value);
  needText(signs);
  const all = [...value];
  let at = 0;
  while (at < all.length && signs.includes(all[at])) at++;
  return all.slice(at).join("");
}

/** @param {string} value @param {string | null} signs */
function stripRight(value, signs = null) {
  if (signs === null) return stripSpacesRight(value);
  needText(signs);
  const all = [...value];
  let end = all.length;
  while (end > 0 && signs.includes(all[end - 1])) end--;
  return all.slice(0, end).join("");
}

/** Letters that have another casefold() in Python than JavaScript's small letter. */
const UNLIKE = /[\u0345µŉſǰΐΰϐϑϕϖϰϱϵև]/u;
/** Letters that have another title case in Python than JavaScript's capital, or a capital that depends on others. */
const UNLIKE_CAPITALS = /[ßΣƛǄ-ǌǱ-ǳɤʕ\u10d0-\u10ff]/u;
/** Letters with capitals that Python may not know, and signs that this browser doesn't know, but no emoji. */
const NEWER =
  /(?![\0-\u109f\u10d0-\u10ff\u1e00-\u1e95\u1ea0-\u1eff\u{1d400}-\u{1d7ff}\u{1f000}-\u{1f0ff}\u{1f200}-\u{1faff}])[\p{Cased}\p{Cn}]/u;

/** Return text whose letters Python and JavaScript turn into others alike, for what isn't upper() or lower(). */
const needAlike = (value) => (UNLIKE.test(value) || NEWER.test(value) ? refuse("this change of these letters") : value);
const needSameCapitals = (value) =>
  UNLIKE_CAPITALS.test(value) ? refuse("a capital of these letters") : needAlike(value);

/** Return a position in characters for one in JavaScript's units. */
const position = (value, at) => (at < 0 ? at : size(value.slice(0, at)));

/** Return a value, which must be text. */
function needText(value) {
  if (typeof value !== "string") throw newException(TypeError, "must be text");
  return value;
}

/** Return a text that separates others; it must not be empty. */
function separator(mark) {
  if (needText(mark) === "") throw newException(ValueError, "empty separator");
  return mark;
}

const begins = (value, part, method) =>
  isTuple(part) ? part.some((each) => value[method](needText(each))) : value[method](needText(part));

/** str.format(), with values by position or by name. */
function fillTemplate(template, ...values) {
  const named = values.at(-1)?.constructor === Object ? values.at(-1) : {};
  let last = 0;
  return template.replaceAll(/\{\{|\}\}|\{(\w*)(?::([^{}]*))?\}|[{}]/g, (found, key, spec = "") => {
    if (key === undefined) return found.length > 1 ? found[0] : refuse("this template");
    const value = /^\D/.test(key) ? named[key] : values[key || last++];
    return value === undefined ? refuse(`the value ${key} of a template`) : format(value, spec);
  });
}

/** The methods of text. */
export const TEXT_METHODS = {
  capitalize: (value) => needSameCapitals(value).slice(0, 1).toUpperCase() + value.slice(1).toLowerCase(),
  casefold: (value) => needAlike(value).toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ"),
  count: (value, part) => (part === "" ? size(value) + 1 : value.split(part).length - 1),
  endswith: (value, part) => begins(value, part, "endsWith"),
  find: (value, part) => position(value, value.indexOf(part)),
  format: fillTemplate,
  index: (value, part) => {
    const at = value.indexOf(part);
    if (at < 0) throw newException(ValueError, "substring not found");
    return position(value, at);
  },
  isalnum: (value) => /^[\p{L}\p{N}]+$/u.test(value),
  isalpha: (value) => /^\p{L}+$/u.test(value),
  isdecimal: (value) => /^\p{Nd}+$/u.test(value),
  isdigit: (value) =>
    /(?![²³¹¼-¾⁰-⁹₀-₉])\p{No}/u.test(value) ? refuse("isdigit() of these signs") : /^[\p{Nd}²³¹⁰-⁹₀-₉]+$/u.test(value),
  isidentifier: (value) => /^[\p{XIDS}_]\p{XIDC}*$/u.test(value),
  islower: (value) => /\p{Lowercase}/u.test(value) && !/[\p{Uppercase}\p{Lt}]/u.test(value),
  isprintable: isPrintable,
  isspace: (value) => value !== "" && stripLeft(value) === "",
  isupper: (value) => /\p{Uppercase}/u.test(value) && !/[\p{Lowercase}\p{Lt}]/u.test(value),
  join: (value, parts) => [...iterate(parts)].map(needText).join(value),
  ljust: (value, width, fill = " ") => value + fill.repeat(Math.max(0, width - size(value))),
  lower: (value) => value.toLowerCase(),
  lstrip: stripLeft,
  partition: (value, mark) => {
    const at = value.indexOf(separator(mark));
    return newTuple(at < 0 ? [value, "", ""] : [value.slice(0, at), mark, value.slice(at + mark.length)]);
  },
  removeprefix: (value, part) => (part && value.startsWith(part) ? value.slice(part.length) : value),
  removesuffix: (value, part) => (part && value.endsWith(part) ? value.slice(0, -part.length) : value),
  replace: (value, old, by, most = -1) => {
    if (old === "") refuse("the replacement of empty text");
    if (most < 0) return value.split(old).join(by);
    const parts = value.split(old);
    const first = parts.slice(0, most + 1).join(by);
    return parts.length > most + 1 ? [first, ...parts.slice(most + 1)].join(old) : first;
  },
  rfind: (value, part) => position(value, value.lastIndexOf(part)),
  rjust: (value, width, fill = " ") => fill.repeat(Math.max(0, width - size(value))) + value,
  rpartition: (value, mark) => {
    const at = value.lastIndexOf(separator(mark));
    return newTuple(at < 0 ? ["", "", value] : [value.slice(0, at), mark, value.slice(at + mark.length)]);
  },
  rstrip: stripRight,
  rsplit: (value, mark = null, most = -1) => {
    if (mark === null) refuse("rsplit() without a separator");
    const parts = value.split(separator(mark));
    if (most < 0 || parts.length <= most + 1) return parts;
    const rest = parts.length - most;
    return [parts.slice(0, rest).join(mark), ...parts.slice(rest)];
  },
  split: (value, mark = null, most = -1) => {
    if (mark === null) {
      const inner = stripRight(stripLeft(value));
      if (most >= 0) refuse("split() with a limit and without a separator");
      return inner === "" ? [] : inner.split(SPACES);
    }
    const parts = value.split(separator(mark));
    if (most < 0 || parts.length <= most + 1) return parts;
    return [...parts.slice(0, most), parts.slice(most).join(mark)];
  },
  splitlines: (value) => {
    const lines = value.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/u);
    if (lines.at(-1) === "") lines.pop();
    return lines;
  },
  startswith: (value, part) => begins(value, part, "startsWith"),
  strip: (value, signs = null) => stripRight(stripLeft(value, signs), signs),
  title: (value) =>
    needSameCapitals(value).replaceAll(
      /\p{Cased}+/gu,
      (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
    ),
  translate: (value, table) =>
    [...value]
      .map((sign) => {
        const other = table.get(sign.codePointAt(0));
        return other === undefined
          ? sign
          : other === null
            ? ""
            : typeof other === "number"
              ? String.fromCodePoint(other)
              : other;
      })
      .join(""),
  upper: (value) => value.toUpperCase(),
  zfill: (value, width) => {
    const sign = /^[-+]/.test(value) ? value[0] : "";
    return sign + "0".repeat(Math.max(0, width - size(value))) + value.slice(sign.length);
  },
};

/** html.escape() */
export function html_escape(value, isQuoted = true) {
  const found = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return isQuoted ? found.replaceAll('"', "&quot;").replaceAll("'", "&#x27;") : found;
}

// Regular expressions

export class Match {
  constructor(found, start) {
    this.found = found;
    this.at = start;
  }

  __getitem__(self, key) {
    return group(self, key);
  }
}

/** A pattern; each of its expressions is made on first use, because classes of Unicode take long. */
export class Pattern {
  #anywhere;
  #here;
  #whole;

  constructor(pattern, flags) {
    this.source = convertPattern(pattern, flags);
    this.members = { pattern };
    this.flags = convertFlags(flags);
  }

  get anywhere() {
    this.#anywhere ??= new RegExp(this.source, `g${this.flags}`);
    return this.#anywhere;
  }

  get here() {
    this.#here ??= new RegExp(this.source, `y${this.flags}`);
    return this.#here;
  }

  get whole() {
    this.#whole ??= new RegExp(`(?:${this.source})(?![^])`, `y${this.flags}`);
    return this.#whole;
  }
}

const PATTERNS = new Map();

/** Return the pattern of an expression as Python writes it. */
export function newPattern(pattern, flags) {
  if (pattern instanceof Pattern) return pattern;
  const key = `${flags} ${pattern}`;
  if (!PATTERNS.has(key)) PATTERNS.set(key, new Pattern(pattern, flags));
  return PATTERNS.get(key);
}

function run(expression, value, start) {
  expression.lastIndex = start;
  const found = expression.exec(value);
  return found && new Match(found, found.index);
}

/** Return every match in a text. */
function findAll(pattern, value) {
  pattern.anywhere.lastIndex = 0;
  return [...value.matchAll(pattern.anywhere)];
}

export const PATTERN_METHODS = {
  findall: (pattern, value) =>
    findAll(pattern, value).map((found) =>
      found.length === 1
        ? found[0]
        : found.length === 2
          ? (found[1] ?? "")
          : newTuple([...found].slice(1).map((each) => each ?? "")),
    ),
  finditer: (pattern, value) => iterator(findAll(pattern, value).map((found) => new Match(found, found.index))),
  fullmatch: (pattern, value, start = 0) => run(pattern.whole, value, start),
  match: (pattern, value, start = 0) => run(pattern.here, value, start),
  search: (pattern, value, start = 0) => run(pattern.anywhere, value, start),
  split: (pattern, value) => value.split(new RegExp(pattern.source, pattern.flags)),
  sub: (pattern, by, value) => {
    if (typeof by !== "string") {
      return value.replaceAll(pattern.anywhere, (...parts) => {
        const groups = parts.slice(
          0,
          parts.findIndex((each) => typeof each === "number"),
        );
        const found = Object.assign(groups, { groups: parts.at(-1) instanceof Object ? parts.at(-1) : undefined });
        return by(new Match(found, parts[groups.length]));
      });
    }
    const written = by
      .replaceAll("$", "$$$$")
      .replaceAll(/\\g<(\w+)>|\\(\d)/g, (_, name, number) =>
        name && !/^\d+$/.test(name) ? `$<${name}>` : (name ?? number) === "0" ? "$&" : `$${name ?? number}`,
      );
    return value.replaceAll(pattern.anywhere, written);
  },
};

const group = (match, key = 0) => {
  const value = typeof key === "string" ? match.found.groups?.[key] : match.found[key];
  return value ?? null;
};

export const MATCH_METHODS = {
  group: (match, ...keys) => (keys.length > 1 ? newTuple(keys.map((key) => group(match, key))) : group(match, keys[0])),
  groups: (match) => newTuple([...match.found].slice(1).map((each) => each ?? null)),
  groupdict: (match) => newDict(Object.entries(match.found.groups ?? {}).map(([key, value]) => [key, value ?? null])),
  start: (match, key = 0) => {
    if (key !== 0) refuse("the start of a group");
    return match.at;
  },
  end: (match, key = 0) => {
    if (key !== 0) refuse("the end of a group");
    return match.at + match.found[0].length;
  },
  span: (match) => newTuple([match.at, match.at + match.found[0].length]),
};
