// Set-ups that are laid over one another, as an address has them. It decides nothing about rules.
//
//   set-up=Sniper               what the set-up of the form is called
//   vs=1&vs.armor=3             another one: how many of its values differ, and each of those
//   vs-2=0&vs-2.set-up=Rookie   the next one, with its name
//   vs-3=0&vs-3.own-dice=2d6    dice of the reader's own in the place of one

export const MOST = 5;
export const LONGEST = 40; // characters of a name
const NAME = "set-up";
const DICE = "own-dice";
const KEY = /^vs(?:-(?<number>\d+))?(?:\.(?<name>.+))?$/;

/** @typedef {import("../../lib/url-state.js").Pairs} Pairs */
/** @typedef {{ name: string, dice: string, pairs: Pairs }} Held a set-up: what it is called, and its values */

/** Whether a part of an address is about set-ups, not about the form. @param {string} name */
export const isOfSetUps = (name) => name === NAME || KEY.test(name);

/**
 * As an address has them.
 * @param {string} name what the set-up of the form is called, if anything
 * @param {{ name: string, dice?: string, changed: Record<string, string> }[]} held the others
 * @returns {Record<string, string>}
 */
export function written(name, held) {
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
 * The set-ups of an address, and a sentence for each part that can't be taken.
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
  const name = asName(text);
  if (name !== text) {
    problems.push(
      `A set-up’s name can have up to ${LONGEST} characters in one line. The link has a longer one, so it was shortened.`,
    );
  }
  return name;
}

/** A text as a name: in one line, as long as one may be. @param {string} text */
export const asName = (text) => [...text.replace(/[\p{C}\p{Z}]/gu, " ").trim()].slice(0, LONGEST).join("").trim();

/** The same, with a sign where something is left out. @param {string} text */
export const shortened = (text) => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join("")}…` : text);
