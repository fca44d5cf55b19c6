// The spaces that Python takes off a text, which JavaScript's trim() doesn't.
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const LEADING = new RegExp(`^${SPACE}+`, "u");
const TRAILING = new RegExp(`${SPACE}+$`, "u");
export const SPACES = new RegExp(`${SPACE}+`, "u");

export const stripLeft = (value) => value.replace(LEADING, "");
export const stripRight = (value) => value.replace(TRAILING, "");
export const strip = (value) => stripRight(stripLeft(value));
