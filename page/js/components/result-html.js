// HTML and announcements of dice that the page rolled itself, with the same markup as rules_py.rendering.rolls.

/** @typedef {import("../rules-client/client.js").Thrown} Thrown */

const MOST_FACES = 12; // more dice are folded with the arithmetic

/**
 * Return the answer for a rolled row.
 * @param {{ title: string, roll: string, cells: Record<string, string>, follows: string[], thrown: Thrown[], home:
 *   string }} row texts by column, as HTML for all but the first; `home` is the table's page#anchor
 * @returns {import("../rules-client/client.js").Answer}
 */
export function buildRowAnswer({ title, roll, cells, follows, thrown, home }) {
  const [name, ...texts] = Object.values(cells).map(formatMinus);
  const dice = thrown.map((each) => ({ ...each, label: title }));
  const faces = listFaces(dice);
  const isMany = faces.length > MOST_FACES;
  const step = `${title}: ${roll} is ${Object.values(cells)[0]}.`;
  const beyond = follows.filter((_, at) => !name.toLowerCase().includes(texts[at].replace(/\.$/, "").toLowerCase()));
  return {
    html:
      `<p class="fb-headline"><strong>${escapeHtml(name)}</strong></p>${isMany ? "" : renderDice(dice)}`
      + (beyond.length ? `<ul class="fb-follows">${beyond.map((each) => `<li>${each}</li>`).join("")}</ul>` : "")
      + `<details class="fb-more fb-how"><summary>The math</summary>${isMany ? renderDice(dice) : ""}`
      + `<ol class="fb-steps"><li>${escapeHtml(step)}</li></ol></details>`,
    said: `${title}: ${name}; dice ${faces.join(", ")}.`,
    roll: { params: {}, faces, dice, outcome: { roll, ...cells }, steps: [step] },
    about: { title, verdict: name, home, given: {} },
  };
}

/**
 * Return all faces in rolled order.
 * @param {Thrown[]} thrown
 */
export const listFaces = (thrown) => thrown.flatMap(({ faces }) => faces);

/**
 * Return a label for screen readers, which read a hyphen as a dash or skip it: with other signs in the notation at its
 * end.
 * @param {string} label
 * @param {string} notation
 */
export function describeNotation(label, notation) {
  if (!label.toLowerCase().endsWith(notation.toLowerCase())) return label;
  const start = label.length - notation.length;
  return label.slice(0, start) + label.slice(start).replaceAll("-", "−").replaceAll("*", "×");
}

/**
 * Replace hyphens before negative numbers with minus signs.
 * @param {string} text
 */
const formatMinus = (text) => text.replace(/(?<![\w)])-(?=\d)/g, "−");

/** @param {Thrown[]} thrown */
export function renderDice(thrown) {
  const groups = thrown.map(({ sides, faces, kept, label, names }) => {
    const dropped = [...faces];
    kept.forEach((face) => dropped.splice(dropped.indexOf(face), 1));
    const shown = faces.map((face) => {
      const at = dropped.indexOf(face);
      const shows = escapeHtml(names?.[face - 1] ?? String(Number(face)));
      if (at === -1) return `<span class="fb-face" data-sides="${Number(sides)}">${shows}</span>`;
      dropped.splice(at, 1);
      return `<s class="fb-face" data-sides="${Number(sides)}">${shows}<span class="fb-hidden"> dropped</span></s>`;
    });
    return `<span class="fb-thrown"><span class="fb-thrown-label">${escapeHtml(label)}</span> ${shown.join(" ")}</span>`;
  });
  return `<p class="fb-dice">${groups.join(" ")}</p>`;
}

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** @param {string} text */
const escapeHtml = (text) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]);
