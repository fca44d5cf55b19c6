// Parser for the GM's custom tables. Each line is a row, which can begin with its range (`1-2 Rain`). The first line
// can name the dice (`2d6`). Tabs or CSV separate cells.

/**
 * @typedef {object} Row
 * @property {number | null} low the lowest number of the row, or null if the table isn't rolled on
 * @property {number | null} high
 * @property {string[]} cells
 *
 * @typedef {object} OwnTable
 * @property {string} dice the dice, such as `2d6`, or "" if the table isn't rolled on
 * @property {import("../../components/dice-evaluator.js").Plan | null} plan their plan for `dice-evaluator.js`
 * @property {Row[]} rows
 */

export const MOST_ROWS = 400;
const MOST_FACES = 100_000;
const RANGE =
  /^\s*(?<low>\d{1,4})(?:\s*(?:[-–—]|to)\s*(?<high>\d{1,4})|(?<open>\+))?(?:(?<part>\s*[.:)|,;\t])\s*|\s+|$)(?<rest>.*)$/;
const DICE = /^\s*(?<count>\d{0,2})d(?<sides>\d{1,4}|%)\s*(?:(?<sign>[-+−])\s*(?<plus>\d{1,3}))?\s*$/i;
const DIGITS = /^d(66|666|88|44)$/;

/**
 * Parse a table.
 * @param {string} text
 * @param {"" | "none"} [dice] "none" for a table that isn't rolled on
 * @returns {OwnTable}
 * @throws {Error} a sentence with the number of the line
 */
export function tableFrom(text, dice = "") {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line, at) => ({ line, at: at + 1 }))
    .filter(({ line }) => line.trim());
  if (!lines.length) throw new Error("This table is empty. Write a line for each row.");
  const first = lines.length > 1 ? diceOf(lines[0].line) : null;
  const body = first ? lines.slice(1) : lines;
  if (body.length > MOST_ROWS)
    throw new Error(`Line ${body[MOST_ROWS].at} is too many: a table can have up to ${MOST_ROWS} rows.`);
  if (dice === "none") return { dice: "", plan: null, rows: body.map(({ line }) => withoutNumber(line)) };
  const found = body.map(({ line, at }) => ({ line, at, range: RANGE.exec(line)?.groups ?? null }));
  if (!isNumbered(found.map(({ range }) => range))) return counted(body, first);
  const bare = found.find(({ range }) => !range);
  if (bare) throw refusal(bare.at, bare.line, "start it with a number such as 3 or 3-5, like the other lines");
  return numbered(found, first);
}

/**
 * Return true if lines begin with ranges: if one has a range or a separator after its number, or if all begin with
 * rising numbers. Lines of plain text can begin with a number too.
 * @param {(Record<string, string> | null)[]} ranges
 */
function isNumbered(ranges) {
  if (ranges.some((range) => range?.high || range?.open || range?.part)) return true;
  return (
    ranges.length > 1
    && ranges.every((range, at) => range && (at === 0 || Number(range.low) > Number(ranges[at - 1]?.low)))
  );
}

/** @param {string} line @returns {Row} */
const withoutNumber = (line) => ({ low: null, high: null, cells: cellsOf(line) });

/**
 * Parse rows with ranges.
 * @param {{ at: number, line: string, range: Record<string, string> | null }[]} found
 * @param {Dice | null} first
 * @returns {OwnTable}
 */
function numbered(found, first) {
  const isOfHundred = first
    ? first.highest === 100
    : found.some(({ range }) => /^0\d/.test(range?.low ?? "") || range?.high === "00");
  const number = (/** @type {string} */ digits) => (isOfHundred && /^0+$/.test(digits) ? 100 : Number(digits));
  /** @type {(Row & { at: number, line: string })[]} */
  const rows = found.map(({ at, line, range }) => {
    const low = number(range?.low ?? "");
    const high = range?.open ? Infinity : range?.high ? number(range.high) : low;
    if (high < low) throw refusal(at, line, "put the lower number first");
    return { at, line, low, high, cells: cellsOf(range?.rest ?? "") };
  });
  rows.sort((one, other) => Number(one.low) - Number(other.low));
  const dice = first ?? diceFor(rows.map(({ low, high }) => [Number(low), Number(high)]));
  if (!dice)
    throw refusal(
      rows[rows.length - 1].at,
      rows[rows.length - 1].line,
      "it has no end, so name the dice in the first line, such as 2d6",
    );
  let next = 0;
  for (const row of rows) {
    if (!dice.isFace(Number(row.low)) || (row.high !== Infinity && !dice.isFace(Number(row.high)))) {
      throw refusal(row.at, row.line, `${dice.name} can roll ${dice.lowest} to ${dice.highest}`);
    }
    const missing = dice.faces[next];
    if (missing === undefined || Number(row.low) < missing)
      throw refusal(row.at, row.line, "an earlier line already has this number");
    if (Number(row.low) > missing) throw refusal(row.at, row.line, `no line has ${missing}, so add one before it`);
    while (next < dice.faces.length && dice.faces[next] <= Number(row.high)) next += 1;
  }
  if (next < dice.faces.length) {
    const last = rows[rows.length - 1];
    throw refusal(
      last.at,
      last.line,
      `add a line after it for ${dice.faces[next]}, because ${dice.name} goes up to ${dice.highest}`,
    );
  }
  return {
    dice: dice.name,
    plan: dice.plan,
    rows: rows.map(({ low, high, cells }) => ({ low, high: high === Infinity ? dice.highest : high, cells })),
  };
}

/**
 * Parse rows without numbers, for a die with as many sides as rows.
 * @param {{ line: string, at: number }[]} body
 * @param {Dice | null} first
 * @returns {OwnTable}
 */
function counted(body, first) {
  const dice = first ?? diceOf(`d${body.length}`);
  if (!dice) return { dice: "", plan: null, rows: body.map(({ line }) => withoutNumber(line)) };
  if (dice.faces.length !== body.length) {
    throw refusal(
      body[body.length - 1].at,
      body[body.length - 1].line,
      `${dice.name} needs ${dice.faces.length} rows, and there are ${body.length}`,
    );
  }
  return {
    dice: dice.name,
    plan: dice.plan,
    rows: body.map(({ line }, at) => ({ low: dice.faces[at], high: dice.faces[at], cells: cellsOf(line) })),
  };
}

/**
 * Split a line into cells at tabs, or as CSV if it has quoted cells.
 * @param {string} line
 */
export function cellsOf(line) {
  const text = line.trim();
  if (text.includes("\t")) return text.split("\t").map((cell) => unquoted(cell.trim()));
  if (/^"(?:[^"]|"")*"\s*(,|;|$)/.test(text) || /[,;]"(?:[^"]|"")*"\s*$/.test(text)) return csv(text);
  return [text];
}

/** @param {string} text */
const csv = (text) =>
  [...text.matchAll(/\s*("(?:[^"]|"")*"|[^,;]*)\s*(?:[,;]|$)/g)]
    .map(([, cell]) => unquoted(cell.trim()))
    .filter((cell, at, all) => cell || at < all.length - 1);

/** @param {string} cell */
const unquoted = (cell) => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);

/**
 * @typedef {object} Dice
 * @property {string} name
 * @property {import("../../components/dice-evaluator.js").Plan} plan
 * @property {number[]} faces all possible totals, in ascending order
 * @property {number} lowest
 * @property {number} highest
 * @property {(number: number) => boolean} isFace
 */

/**
 * Parse dice if a text is nothing but notation.
 * @param {string} text
 * @returns {Dice | null}
 */
export function diceOf(text) {
  const name = text.trim().toLowerCase().replace("−", "-").replaceAll(" ", "");
  if (DIGITS.test(name)) {
    const [count, sides] = [name.length - 1, Number(name[1])];
    const faces = Array.from({ length: sides ** count }, (_, at) =>
      Number([...at.toString(sides).padStart(count, "0")].map((digit) => Number(digit) + 1).join("")),
    );
    return withFaces(name, ["digits", count, sides], faces);
  }
  const { count = "", sides: written = "", sign, plus = "0" } = DICE.exec(name)?.groups ?? {};
  const sides = written === "%" ? 100 : Number(written);
  const number = Number(count || 1);
  if (!written || !sides || !number || number * sides > MOST_FACES) return null;
  const more = sign === "-" ? -Number(plus) : Number(plus);
  /** @type {import("../../components/dice-evaluator.js").Plan} */
  const dice = ["dice", number, sides];
  const plan = more > 0 ? ["+", dice, more] : more < 0 ? ["-", dice, -more] : dice;
  return withFaces(
    name.replace("%", "100").replace(/^1d/, "d"),
    /** @type {any} */ (plan),
    Array.from({ length: number * sides - number + 1 }, (_, at) => number + at + more),
  );
}

/** @param {string} name @param {import("../../components/dice-evaluator.js").Plan} plan @param {number[]} faces @returns {Dice} */
function withFaces(name, plan, faces) {
  const all = new Set(faces);
  return { name, plan, faces, lowest: faces[0], highest: faces[faces.length - 1], isFace: (number) => all.has(number) };
}

/**
 * Return the dice for rows' ranges: one die from 1, two or three from 2 or 3, digits from 11.
 * @param {number[][]} ends
 */
function diceFor(ends) {
  const lowest = ends[0][0];
  const highest = ends[ends.length - 1][1];
  if (!Number.isFinite(highest)) return null;
  if (lowest === 11 && (highest === 66 || highest === 44 || highest === 88)) return diceOf(`d${highest}`);
  if (lowest === 111 && highest === 666) return diceOf("d666");
  if (lowest > 1 && highest % lowest === 0) {
    const sides = highest / lowest;
    if ([4, 6, 8, 10, 12, 20].includes(sides)) return diceOf(`${lowest}d${sides}`);
  }
  return diceOf(`d${highest}`);
}

/** @param {number} at @param {string} line @param {string} advice */
const refusal = (at, line, advice) => new Error(`Line ${at}, ${shortened(line)}: ${advice}.`);

/** @param {string} line */
const shortened = (line) => `“${line.trim().length > 40 ? `${line.trim().slice(0, 40)}…` : line.trim()}”`;
