// Journal of every roll on every page, written at once because the reader may leave the page. The history
// (features/dice-tray/history.js) collects its entries. Each has a unique name, so tabs don't overwrite each other's.
import { findPageGame, getActive } from "../lib/active-character.js";
import { runWhenIdle } from "../lib/lifecycle.js";
import { extractSlugs } from "../lib/slug.js";
import { forget, read, write } from "../lib/storage.js";
import { getSitePath } from "../lib/url-state.js";

export const JOURNAL = "fieldbook:rolled:"; // followed by the time
export const KEEPS_NONE = "fieldbook:no-history"; // true if the reader turned the history off

/** Maximum number of stored rolls; further journal entries would only fill the device. */
export const MOST_KEPT = 200;

let last = 0;
/** Names that this tab has written, the latest last. @type {string[]} */
const names = [];

/**
 * @typedef {object} Noted a roll in the journal and in the history
 * @property {number} at the time in milliseconds since 1970, unique within a tab
 * @property {string} game the game's slug, or "" for dice of no game
 * @property {string} sheet the id of the game's active sheet, or ""
 * @property {Record<string, string>} chosen choices made from that sheet for the roll
 * @property {boolean} isOfFight true if a fight rolled it, which applies the consequences itself
 * @property {string} [fight] the id of that fight
 * @property {import("../rules-client/client.js").Rolled} rolled
 */

/** Record every roll from now on. */
export function noteRolls() {
  document.addEventListener("rolled", (event) => {
    const { detail, target } = /** @type {CustomEvent<import("../rules-client/client.js").Rolled>} */ (event);
    if (detail.source === "shared" || read(KEEPS_NONE) === true) return; // a shared roll isn't the reader's
    const from = target instanceof Element ? target : null;
    const [game = findPageGame()] = extractSlugs(detail.id);
    last = Math.max(Date.now(), last + 1);
    const rolled = markFightRoll(from, detail);
    const isOfFight = rolled.about.who !== undefined;
    const fight = from?.closest("fb-fight")?.getAttribute("shown");
    /** @type {Noted} */
    const noted = {
      at: last,
      game,
      sheet: (!isOfFight && getActive(game)) || "",
      chosen: JSON.parse(from?.getAttribute("chosen") ?? "{}"),
      isOfFight,
      ...(fight && { fight }),
      rolled,
    };
    const name = `${JOURNAL}${last}-${Math.random().toString(36).slice(2)}`;
    write(name, noted);
    names.push(name);
    if (names.length > MOST_KEPT) names.splice(0, 1).forEach(forget);
    collectSoon();
  });
}

/**
 * Return a roll, marked as part of the fight if an open form of a fight rolled it.
 * @param {Element | null} from
 * @param {import("../rules-client/client.js").Rolled} rolled
 */
function markFightRoll(from, rolled) {
  const form = from?.closest(".fb-fight-form");
  if (!form) return rolled;
  const { act, ...about } = JSON.parse(form.getAttribute("data-act") ?? "{}");
  return {
    ...rolled,
    about: { ...rolled.about, who: "", page: getSitePath(), act: { ...about, act: "roll", params: rolled.params } },
  };
}

let isDue = false;

/** Have the history collect the journal soon; the entries stay until then. */
function collectSoon() {
  if (isDue) return;
  isDue = true;
  runWhenIdle(async () => {
    isDue = false;
    await import("#tray").then(({ collect }) => collect()).catch(() => {});
  });
}
