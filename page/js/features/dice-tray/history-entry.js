// A roll of the history as a line that unfolds to show its details and actions.
import {
  buildRoll,
  copy,
  getActive,
  make,
  makeAction,
  makeButton,
  renderDice,
  resolveAddress,
  ResultView,
  rollDice,
  share,
  showError,
} from "#shared";
import { keep } from "#store";
import { isSheet } from "../../lib/stored-data.js";
import { offerChanges } from "./apply-to-sheet.js";
import { buildLink, buildRuleLink, toMarkdown, toText } from "./export-text.js";
import { colour, makeMark } from "./games.js";

/**
 * @typedef {import("./history.js").Entry} Entry
 * @typedef {Record<string, import("./games.js").Game>} Games
 */

const LONG = 26; // characters of a verdict that is a sentence
const MOST_FACES = 8; // on the line; the details show all

/**
 * @param {Entry} entry
 * @param {Games} games
 * @param {(entry: Entry) => void} remove
 */
export function makeLine(entry, games, remove) {
  const { rolled, who, at, game } = entry.data;
  const { about, dice, outcome } = rolled;
  const verdict = make("strong", { className: "fb-past-verdict" }, about.verdict);
  if (about.grade) verdict.dataset.grade = about.grade;
  const title = rolled.source === "asked" ? `${who} rolled for you: ${about.title}` : about.title;
  const name = [title, rolled.source !== "asked" && who, games[game]?.name].filter(Boolean).join(" · ");
  const faces = dice.flatMap(({ faces }) => faces);
  const shown =
    faces.length && faces.length <= MOST_FACES
      ? [make("span", { className: "fb-past-dice", innerHTML: renderDice(dice) })]
      : faces.length
        ? [make("span", { className: "fb-past-dice" }, `${faces.length} dice`)]
        : [];
  const total =
    rolled.id !== "dice" && outcome.total !== undefined && String(outcome.total) !== about.verdict
      ? [make("span", { className: "fb-past-total" }, about.sum || `total ${String(outcome.total).replace("-", "−")}`)]
      : [];
  const line = make(
    "summary",
    { className: about.verdict.length > LONG ? "fb-past-long" : "" },
    makeMark(games[game]),
    make("span", { className: "fb-past-what" }, verdict, " ", make("span", { className: "fb-past-name" }, name)),
    make("time", { dateTime: new Date(at).toISOString() }, formatTime(at)),
    ...(shown.length || total.length ? [make("span", { className: "fb-past-fell" }, ...shown, " ", ...total)] : []),
  );
  if (typeof about.tone === "number") line.style.setProperty("--tone", String(about.tone));
  const details = make("details", { className: "fb-past-roll" }, line);
  const item = make("li", { "data-id": entry.id }, details);
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(makeBody(entry, games, item, remove));
  });
  return colour(item, games[game]);
}

/** @param {number} at */
const formatTime = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

const SOURCES = new Map([
  ["own dice", "Rolled with your own dice."],
  ["shared", "A shared roll."],
  ["asked", "A player’s roll that you asked for."],
]);

/**
 * @param {Entry} entry
 * @param {Games} games
 * @param {HTMLElement} item
 * @param {(entry: Entry) => void} remove
 */
function makeBody(entry, games, item, remove) {
  const { rolled } = entry.data;
  const { about, steps, source, dice } = rolled;
  const link = buildLink(rolled);
  const place = make("div", { className: "fb-result fb-past-again" });
  const tools = make("p", { className: "fb-past-tools" });
  const makeTool = (/** @type {string} */ words, /** @type {(pressed: HTMLButtonElement) => void} */ act) => {
    const made = makeAction("fb-add", words, () => act(made));
    tools.append(made);
  };
  if (about.act) makeTool("Roll again", () => rollAgainInFight(entry, place));
  else if (rolled.id) makeTool("Roll again", () => rollAgain(entry, item, place));
  if (link) makeTool("Share", (pressed) => share(pressed, link, "Link to this roll"));
  makeTool("Copy", (pressed) => copy(pressed, toText(entry.data, games), "This roll as text", "Copied"));
  makeTool("Copy for chat", (pressed) =>
    copy(pressed, toMarkdown(entry.data, games), "This roll as Markdown", "Copied as Markdown"),
  );
  if (link)
    tools.append(
      make(
        "a",
        { className: "fb-add", href: buildRuleLink(rolled) },
        about.place ? "The text with these dice" : "The rule",
      ),
    );
  makeTool("Delete", () => remove(entry));
  const changes = make("div", { className: "fb-past-changes" });
  offer(entry, games, changes);
  const isMany = dice.flatMap(({ faces }) => faces).length > MOST_FACES;
  return make(
    "div",
    { className: "fb-past-more" },
    ...(about.title && rolled.sentence.length > 60
      ? [make("p", { className: "fb-past-sentence" }, rolled.sentence)]
      : []),
    ...(isMany ? [make("div", { innerHTML: renderDice(dice) })] : []),
    ...(steps.length ? [make("ol", { className: "fb-steps" }, ...steps.map((step) => make("li", {}, step)))] : []),
    ...(SOURCES.has(source) ? [make("p", { className: "fb-past-note" }, SOURCES.get(source) ?? "")] : []),
    changes,
    tools,
    place,
  );
}

/**
 * Roll again with new dice, as a separate roll.
 * @param {Entry} entry
 * @param {HTMLElement} item
 * @param {HTMLElement} place
 */
async function rollAgain(
  {
    data: {
      rolled: { id, about },
      chosen,
    },
  },
  item,
  place,
) {
  item.setAttribute("chosen", JSON.stringify(chosen));
  if (!about.plan) {
    await new ResultView(place, item, false).ask(buildRoll(id, about.given));
    return;
  }
  const rolled = await rollDice(item, about.plan, about.given.notation, about.title).catch((error) =>
    showError(place, error.message),
  );
  if (!rolled) return;
  const { number, thrown } = rolled;
  place.innerHTML = `<p class="fb-headline"><strong>${number}</strong></p>${renderDice(thrown)}`;
}

/** Roll again in the fight of the roll; it isn't possible elsewhere. @param {Entry} entry @param {HTMLElement} place */
async function rollAgainInFight(
  {
    data: {
      rolled: { about },
      fight = "",
    },
  },
  place,
) {
  const here = /** @type {import("../encounters/encounter.js").Fight | null} */ (
    fight ? document.querySelector(`fb-fight[shown="${CSS.escape(fight)}"]`) : null
  );
  if (here && about.act) {
    place.replaceChildren(make("p", {}, await here.act(about.act)));
    return;
  }
  const link = make("a", { href: resolveAddress(about.page ?? "") }, "Go to the fight");
  place.replaceChildren(make("p", {}, "This was rolled in a fight. Roll it again there. ", link, "."));
  link.focus();
}

/**
 * Offer changes to the active character; a fight has already applied those of its rolls.
 * @param {Entry} entry
 * @param {Games} games
 * @param {HTMLElement} place
 */
async function offer({ id, data }, games, place) {
  const { game, rolled, isOfFight, applied = [] } = data;
  for (const words of applied) place.append(make("p", { className: "fb-past-note" }, words));
  const sheet = getActive(game);
  if (isOfFight || !sheet || !games[game]?.leads.includes(rolled.id)) return;
  const record = await keep.get("sheets", sheet);
  if (!record || !isSheet(record.data)) return;
  const opener = makeButton("fb-add", `Apply to ${record.name || "your character"}`);
  opener.addEventListener("click", () => offerChanges(id, data, record, opener));
  place.append(opener);
}
