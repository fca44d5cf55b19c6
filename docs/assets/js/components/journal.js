// Every roll of every page, noted down at once: the page may be left in the next moment. What keeps rolls for longer
// (features/dice-tray/history.js) collects them from here. Each has a name of its own, so no tab writes over another one's.
import { gameOfPage, inUse } from "../lib/active-character.js";
import { whenIdle } from "../lib/lifecycle.js";
import { slugOf } from "../lib/slug.js";
import { forget, read, write } from "../lib/storage.js";
import { pathInSite } from "../lib/url-state.js";

export const JOURNAL = "fieldbook:rolled:"; // and behind it when
export const KEEPS_NONE = "fieldbook:no-history"; // true where the reader wants none

/** As many rolls are kept; what is noted beyond them would only fill the device. */
export const MOST_KEPT = 200;

let last = 0;
/** What this tab has noted, the latest last. @type {string[]} */
const names = [];

/**
 * @typedef {object} Noted a roll in the journal, and in the history
 * @property {number} at when, in milliseconds since 1970; no two of a tab are the same
 * @property {string} game its slug; "" for dice of no game
 * @property {string} sheet the id of the kept sheet that was in use for the game; "" where none was
 * @property {Record<string, string>} chosen what was chosen of that sheet for the roll
 * @property {boolean} isOfFight whether a fight rolled it, which has drawn the consequences
 * @property {string} [fight] the id of that fight
 * @property {import("../rules-client/client.js").Rolled} rolled
 */

/** Note every roll from now on. */
export function noteRolls() {
  document.addEventListener("rolled", (event) => {
    const { detail, target } = /** @type {CustomEvent<import("../rules-client/client.js").Rolled>} */ (event);
    if (read(KEEPS_NONE) === true) return;
    const from = target instanceof Element ? target : null;
    const [game = gameOfPage()] = slugOf(detail.id);
    last = Math.max(Date.now(), last + 1);
    const rolled = ofFight(from, detail);
    const isOfFight = rolled.about.who !== undefined;
    const fight = from?.closest("fb-fight")?.getAttribute("shown");
    /** @type {Noted} */
    const noted = {
      at: last,
      game,
      sheet: (!isOfFight && inUse(game)) || "",
      chosen: JSON.parse(from?.getAttribute("chosen") ?? "{}"),
      isOfFight,
      ...(fight && { fight }),
      rolled,
    };
    const name = `${JOURNAL}${last}-${Math.random().toString(36).slice(2)}`;
    write(name, noted);
    names.push(name);
    if (names.length > MOST_KEPT) names.splice(0, 1).forEach(forget);
    haveCollected();
  });
}

/** A roll as it is; one of a form that stands open in a fight belongs to that. @param {Element | null} from @param {import("../rules-client/client.js").Rolled} rolled */
function ofFight(from, rolled) {
  const form = from?.closest(".fb-fight-form");
  if (!form) return rolled;
  const { act, ...about } = JSON.parse(form.getAttribute("data-act") ?? "{}");
  return {
    ...rolled,
    about: { ...rolled.about, who: "", page: pathInSite(), act: { ...about, act: "roll", params: rolled.params } },
  };
}

let isDue = false;

/** Have what is noted kept for longer, soon; it stays noted till then. */
function haveCollected() {
  if (isDue) return;
  isDue = true;
  whenIdle(async () => {
    isDue = false;
    await import("#tray").then(({ collect }) => collect()).catch(() => {});
  });
}
