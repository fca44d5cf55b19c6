// The picture of a session: it is drawn on the device, in the colours and with the mark of the game.
import { copy, make, makeAction } from "#shared";
import { saveFile, shareFile } from "../../components/save-file.js";
import { describeOdds } from "./session.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {object} Best the best roll of a session
 * @property {import("./history.js").Past} past
 * @property {number | null} chance of this result; null if it is unknown
 *
 * @typedef {{ title: string, date: string, parts: { title: string, lines: string[] }[], foot: string }} Told
 */

const SIZE = 1080;
const EDGE = 70;
const BAND = 190; // height of the coloured band
const LOWEST = SIZE - 130; // bottom of the last line above the foot
const DIE = 74;
const MOST_DICE = 9;
const MOST_NAMES = 12; // of fallen combatants on a side
const MOST_WON = 4;
const INK = "#1d2a26";
const FAINT = "#5b6661";
const PAPER = "#fbf8f0";
const SITE_COLOUR = "#1f2d29";
const HEAD = '"Barlow Condensed", sans-serif';
const TEXT = '"Atkinson Hyperlegible Next", sans-serif';

/**
 * Return everything that a session's picture says.
 * @param {Session} session
 * @param {Best | null} best
 * @param {import("./games.js").Game | undefined} game
 * @returns {Told}
 */
export function tell(session, best, game) {
  const time = (/** @type {number} */ at) =>
    new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const parts = [];
  if (best) {
    const { rolled, who } = best.past;
    const name = [rolled.about.title, who].filter(Boolean).join(", ");
    const odds = best.chance === null ? "" : describeOdds(best.chance);
    parts.push({ title: "Best roll", lines: [rolled.about.verdict, [name, odds].filter(Boolean).join(": ")] });
  }
  if (session.fallen.length) {
    const lines = session.fallen.map(({ side, names }) => {
      const more = names.length - MOST_NAMES;
      return `${side}: ${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    });
    parts.push({ title: "Who fell", lines });
  }
  if (session.won.length) {
    const lines = session.won.slice(0, MOST_WON).map(({ fight, winner }) => `${fight}: ${winner} won`);
    parts.push({ title: formatAmount(session.won.length, "fight decided", "fights decided"), lines });
  }
  return {
    title: game?.name ?? "Fieldbook",
    date: new Date(session.start).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" }),
    parts,
    foot: `${formatAmount(session.rolls.length, "roll", "rolls")}, ${formatAmount(session.dice, "die", "dice")}, ${time(session.start)} to ${time(session.end)}`,
  };
}

/** @param {number} number @param {string} one @param {string} more */
const formatAmount = (number, one, more) => `${number.toLocaleString("en")} ${number === 1 ? one : more}`;

/** Return the picture's text. @param {Told} told */
export const toWords = ({ title, date, parts, foot }) =>
  [`${title}, ${date}`, ...parts.map((part) => `${part.title}: ${part.lines.join("; ")}`), foot]
    .map((sentence) => `${sentence}.`)
    .join(" ");

/**
 * Draw the picture.
 * @param {Told} told
 * @param {Best | null} best
 * @param {import("./games.js").Game | undefined} game
 */
export async function draw(told, best, game) {
  await Promise.all([`600 40px ${HEAD}`, `30px ${TEXT}`].map((font) => document.fonts?.load(font).catch(() => {})));
  const canvas = make("canvas", { width: SIZE, height: SIZE, className: "fb-session-card" });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", toWords(told));
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const accent = game?.accent.light ?? SITE_COLOUR;
  context.fillStyle = PAPER;
  context.fillRect(0, 0, SIZE, SIZE);
  context.fillStyle = accent;
  context.fillRect(0, 0, SIZE, BAND);
  drawMark(context, game?.mark ?? "", EDGE, (BAND - 100) / 2, 100);
  context.textBaseline = "middle";
  write(context, told.title, game ? EDGE + 130 : EDGE, BAND / 2, `600 92px ${HEAD}`, "#fff", 480);
  context.textAlign = "right";
  write(context, told.date, SIZE - EDGE, BAND / 2, `34px ${TEXT}`, "#fff", 330);
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  let top = BAND + 80;
  for (const [at, { title, lines }] of told.parts.entries()) {
    if (top + 72 > LOWEST) break;
    write(context, title, EDGE, top, `600 38px ${HEAD}`, accent, SIZE - 2 * EDGE);
    top += 24;
    const isBest = best !== null && at === 0;
    for (const [number, line] of lines.entries()) {
      const [font, height, colour] =
        isBest && number === 0 ? [`600 104px ${HEAD}`, 104, INK] : [`36px ${TEXT}`, 48, isBest ? FAINT : INK];
      for (const row of wrapLine(context, line, font, isBest ? 1 : 3)) {
        if (top + height > LOWEST) break; // the text says the rest
        top += height;
        write(context, row, EDGE, top - height * 0.12, font, colour, SIZE - 2 * EDGE);
      }
    }
    if (isBest) top = drawDice(context, best.past.rolled.dice, top + 22, accent);
    top += 74;
  }
  context.fillStyle = accent;
  context.fillRect(EDGE, SIZE - 110, SIZE - 2 * EDGE, 3);
  write(context, told.foot, EDGE, SIZE - 58, `30px ${TEXT}`, FAINT, 720);
  context.textAlign = "right";
  write(context, "Fieldbook", SIZE - EDGE, SIZE - 58, `600 38px ${HEAD}`, INK, 220);
  return canvas;
}

/**
 * Write a line, narrowed to fit.
 * @param {CanvasRenderingContext2D} context
 * @param {string} words
 * @param {number} left
 * @param {number} top
 * @param {string} font
 * @param {string} colour
 * @param {number} widest
 */
function write(context, words, left, top, font, colour, widest) {
  context.font = font;
  context.fillStyle = colour;
  context.fillText(words, left, top, widest);
}

/**
 * Break a line that is too wide for the picture.
 * @param {CanvasRenderingContext2D} context
 * @param {string} line
 * @param {string} font
 * @param {number} most the maximum number of rows
 */
function wrapLine(context, line, font, most) {
  context.font = font;
  /** @type {string[]} */
  const rows = [];
  for (const word of line.split(" ")) {
    const longer = rows.length ? `${rows[rows.length - 1]} ${word}` : word;
    const fits = rows.length > 0 && (rows.length >= most || context.measureText(longer).width <= SIZE - 2 * EDGE);
    if (fits) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

/**
 * Draw the dice of a roll, with dropped ones faint, and return the bottom.
 * @param {CanvasRenderingContext2D} context
 * @param {import("../../rules-client/client.js").Thrown[]} dice
 * @param {number} top
 * @param {string} colour
 */
function drawDice(context, dice, top, colour) {
  const faces = dice.flatMap(({ faces: all, kept }) => {
    const left = [...kept];
    return all.map((face) => {
      const at = left.indexOf(face);
      if (at !== -1) left.splice(at, 1);
      return { face, isKept: at !== -1 };
    });
  });
  if (!faces.length || faces.length > MOST_DICE) return top;
  context.textAlign = "center";
  context.lineWidth = 4;
  context.strokeStyle = colour;
  faces.forEach(({ face, isKept }, at) => {
    const left = EDGE + at * (DIE + 18);
    context.globalAlpha = isKept ? 1 : 0.35;
    context.beginPath();
    context.roundRect(left, top, DIE, DIE, 12);
    context.stroke();
    write(context, String(face), left + DIE / 2, top + DIE * 0.7, `600 50px ${HEAD}`, INK, DIE - 8);
  });
  context.globalAlpha = 1;
  context.textAlign = "left";
  return top + DIE;
}

/**
 * Draw a game's mark, an SVG of paths.
 * @param {CanvasRenderingContext2D} context
 * @param {string} mark
 * @param {number} left
 * @param {number} top
 * @param {number} size
 */
function drawMark(context, mark, left, top, size) {
  const svg = make("div", { innerHTML: mark }).querySelector("svg");
  const [x = 0, y = 0, width = 24] = svg?.getAttribute("viewBox")?.split(/\s+/).map(Number) ?? [];
  context.save();
  context.translate(left, top);
  context.scale(size / width, size / width);
  context.translate(-x, -y);
  context.fillStyle = "#fff";
  for (const path of svg?.querySelectorAll("path") ?? []) context.fill(new Path2D(path.getAttribute("d") ?? ""));
  context.restore();
}

/**
 * Return the buttons that send or save a picture.
 * @param {HTMLCanvasElement} canvas
 * @param {string} words its text
 * @param {number} at the time of the session, for the file's name
 */
export function makeTools(canvas, words, at) {
  const name = `session-${new Date(at).toISOString().slice(0, 10)}.png`;
  const makeFile = async () => {
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return new File([/** @type {Blob} */ (blob)], name, { type: "image/png" });
  };
  const save = makeAction("fb-add", "Save the picture", async () => saveFile(await makeFile()));
  const copier = makeAction("fb-add", "Copy as text", () => copy(copier, words, "This session as text", "Copied"));
  const all = [save, copier];
  const probe = new File([""], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [probe] })) {
    const send = makeAction("fb-add", "Send", async () => {
      const picture = await makeFile();
      await shareFile(picture, words).catch(() => saveFile(picture));
    });
    all.unshift(send);
  }
  return make("p", { className: "fb-past-tools" }, ...all);
}
