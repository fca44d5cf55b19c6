// A fight in place of its board while opening it takes long, or if it can't be opened: its name, its latest events and
// the ways out, none of which need its state.
import { fetchAnswer, make, say, showError } from "#shared";

/** Milliseconds after which a fight that isn't open yet is shown so. */
export const SLOW_AFTER = 4000;

const NO_LIST = "The list of its events couldn't be made.";

/**
 * @param {string} game
 * @param {{ name: string, events: unknown }} fight
 * @param {{ sentence: string, isProblem: boolean }} state
 * @param {HTMLElement[]} waysOut
 */
export function makeSlowFight(game, { name, events }, { sentence, isProblem }, waysOut) {
  const words = make("div");
  if (isProblem) showError(words, sentence);
  else {
    words.append(make("p", {}, sentence), make("fb-status")); // which tells what it waits for, if that is Python
    say(sentence);
  }
  const place = make("div", { tabIndex: 0, className: "fb-slow-events" });
  const log = make("details", { className: "fb-fold" }, make("summary", {}, "Its latest events"), place);
  log.addEventListener("toggle", () => log.open && !place.hasChildNodes() && fillEvents(place, game, events));
  return make(
    "section",
    { className: "fb-slow-fight", "aria-label": name },
    make("h2", {}, name),
    words,
    make("p", { className: "fb-row" }, ...waysOut),
    log,
  );
}

/**
 * @param {HTMLElement} place
 * @param {string} game
 * @param {unknown} events
 */
async function fillEvents(place, game, events) {
  const answer = await fetchAnswer(null, "event_list", `${game}.fight`, JSON.stringify(events ?? null));
  if (!answer || answer.error !== undefined) showError(place, answer?.error ?? NO_LIST);
  else place.innerHTML = answer.html;
}
