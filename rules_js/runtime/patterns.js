// Regular expressions of Python as regular expressions of JavaScript (with the flag `u`).
import { NotCompiledError } from "./classes.js";

const CLASSES = {
  d: "\\p{Nd}",
  w: "\\p{L}\\p{N}_",
  s: "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000",
};
const END = "(?![^])";
const BEGINNING = "(?<![^])";
const VERBOSE = 64;
const UNICODE = 32;
const OTHERS = { 2: "i", 16: "s" };

/** Return JavaScript's flags for those of Python. */
export function convertFlags(flags = UNICODE) {
  if (flags & ~(2 | 16 | UNICODE | VERBOSE)) throw new NotCompiledError("the flags of a pattern");
  return `u${flags & 2 ? OTHERS[2] : ""}${flags & 16 ? OTHERS[16] : ""}`;
}

/** Return the source of the same expression in JavaScript. */
export function convertPattern(pattern, flags = UNICODE) {
  let source = pattern;
  if (flags & VERBOSE) source = source.replaceAll(/(?<!\\)(?:\s+|#.*)/g, "");
  source = source.replaceAll("(?P<", "(?<").replaceAll(/\(\?P=(\w+)\)/g, "\\k<$1>");
  source = source.replaceAll(/\[\^\\W([^\]]*)\]/g, "(?:(?![$1])\\w)"); // JavaScript has no class within a class
  return convertSigns(source);
}

function convertSigns(source) {
  let found = "";
  let isInClass = false;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === "\\") found += convertEscape(source[++at], isInClass);
    else if (sign === "$" && !isInClass) found += `(?=\\n?${END})`;
    else if (sign === "^" && !isInClass) found += BEGINNING;
    else {
      if (sign === "[" && isInClass) found += "\\";
      else if (sign === "[") isInClass = true;
      else if (sign === "]") isInClass = false;
      found += sign;
      if (sign === "[" && source[at + 1] === "^") found += source[++at];
    }
  }
  return found;
}

function convertEscape(sign, isInClass) {
  const inner = CLASSES[sign.toLowerCase()];
  if (inner) {
    const isNegative = sign !== sign.toLowerCase();
    if (isInClass && isNegative) throw new NotCompiledError(`\\${sign} in a class`);
    return isInClass ? inner : `[${isNegative ? "^" : ""}${inner}]`;
  }
  if (sign === "Z") return END;
  if (sign === "A") return BEGINNING;
  if (/[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(sign) || (sign === "-" && isInClass)) return `\\${sign}`;
  return sign;
}
