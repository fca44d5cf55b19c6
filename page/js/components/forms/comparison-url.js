// Format of compared set-ups in an address. It contains no rules.
//
//   set-up=Sniper               the name of the form's set-up
//   vs=1&vs.armor=3             another set-up: the number of values that differ, and each of them
//   vs-2=0&vs-2.set-up=Rookie   the next set-up, with its name
//   vs-3=0&vs-3.own-dice=2d6    the reader's own dice instead of a set-up

export const MOST = 5;
export const LONGEST = 40; // characters of a name
const NAME = "set-up";
const DICE = "own-dice";
const KEY = /^vs(?:-(?<number>\d+))?(?:\.(?<name>.+))?$/;

/** @typedef {import("../../lib/url-state.js").Pairs} Pairs */
/** @typedef {{ name: string, dice: string, pairs: Pairs }} Held a set-up: its name and its values */

/** Return true if a part of an address is about set-ups rather than the form. @param {string} name */
export const isOfSetUps = (name) => name === NAME || KEY.test(name);

/**
 * Return set-ups as the address stores them.
 * @param {string} name the name of the form's set-up, or ""
 * @param {{ name: string, dice?: string, changed: Record<string, string> }[]} held the other set-ups
 * @returns {Record<string, string>}
 */
export function formatSetUps(name, held) {
  const parts = held.map(({ name, dice, changed }, at) => {
    const own = at ? `vs-${at + 1}` : "vs";
    return {
      [own]: String(Object.keys(changed).length),
      ...(name && { [`${own}.${NAME}`]: name }),
      ...(dice && { [`${own}.${DICE}`]: dice }),
      ...Object.fromEntries(Object.entries(changed).map(([each, value]) => [`${own}.${each}`, value])),
    };
  });
  return Object.assign(name ? { [NAME]: name } : {}, ...parts);
}

/**
 * Read the set-ups of an address, with a sentence for each part that can't be used.
 * @param {Pairs} pairs
 * @returns {{ name: string, held: Held[], problems: string[] }}
 */
export function readSetUps(pairs) {
  /** @type {Map<number, Held>} */
  const found = new Map();
  /** @type {string[]} */
  const problems = [];
  const named = readName(pairs.find(([key]) => key === NAME)?.[1] ?? "", problems);
  for (const [key, text] of pairs) {
    const { number = "1", name } = KEY.exec(key)?.groups ?? {};
    if (key === NAME || !KEY.test(key)) continue;
    const held = found.get(Number(number)) ?? { name: "", dice: "", pairs: [] };
    found.set(Number(number), held);
    if (name === NAME) held.name ||= readName(text, problems);
    else if (name === DICE) held.dice ||= text;
    else if (name !== undefined) held.pairs.push([name, text]);
  }
  const held = [...found].sort(([one], [other]) => one - other).map(([, each]) => each);
  if (held.length >= MOST) {
    problems.push(
      `The link compares ${held.length + 1} set-ups. You can compare up to ${MOST}, so only the first ${MOST} are shown.`,
    );
  }
  return { name: named, held: held.slice(0, MOST - 1), problems };
}

/** @param {string} text @param {string[]} problems */
function readName(text, problems) {
  const name = toName(text);
  if (name !== text) {
    problems.push(
      `A set-up’s name can have up to ${LONGEST} characters in one line. The link has a longer one, so it was shortened.`,
    );
  }
  return name;
}

/** Turn a text into a name: one line of limited length. @param {string} text */
export const toName = (text) => [...text.replace(/[\p{C}\p{Z}]/gu, " ").trim()].slice(0, LONGEST).join("").trim();

/** Return the name with a sign at its end if it is cut. @param {string} text */
export const shortenName = (text) =>
  [...text].length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join("")}…` : text;
