// Showing an answer where it was asked for: waiting, the answer, or a sentence that says what was wrong.
import { runtime } from "./runtime.js";

/**
 * Ask, and show the answer in `place`; gives the answer, or null where there was none.
 * Odds asked for in the same place take back those asked for before; every roll is rolled.
 */
export async function askInto(place, question, id, ...args) {
  place.hidden = false;
  const turn = (place.turn = (place.turn ?? 0) + 1);
  if (runtime.state.phase !== "ready") {
    place.innerHTML = '<fb-status data-after="Your roll is in line."></fb-status>';
    say(waitingWords());
  }
  place.setAttribute("aria-busy", "true");
  place.asked?.abort();
  if (question !== "roll" && question !== "resolve") place.asked = new AbortController();
  let answer;
  try {
    answer = await runtime.askUntil(place.asked?.signal, question, id, ...args);
  } catch (error) {
    answer = { error: `This could not be worked out: ${error.message ?? error}` };
  }
  if (turn !== place.turn || !place.isConnected) return null;
  place.removeAttribute("aria-busy");
  if (answer.error) {
    showError(place, answer.error);
    return null;
  }
  show(place, answer);
  return answer;
}

/** Put an answer in place of the one before, into view and to a screen reader. */
export function show(place, { html, said }) {
  place.hidden = false;
  place.innerHTML = html;
  place.classList.remove("fb-new");
  place.scrollIntoView({ block: "nearest" }); // lays the page out, so that the same animation starts again
  place.classList.add("fb-new");
  if (said) say(said);
}

/** What a screen reader hears while there is no answer yet. */
export function waitingWords() {
  const { phase, reason } = runtime.state;
  return phase === "failed" ? failureWords(reason) : "Getting the dice ready. Your roll is in line.";
}

/** Why there are no dice, and that nothing is lost. */
export function failureWords(reason) {
  return `The dice could not start: ${reason}. What you asked for is kept.`;
}

/** One sentence, beside the tap and to screen readers. */
export function showError(place, sentence) {
  const line = document.createElement("p");
  line.className = "fb-error";
  line.textContent = sentence;
  place.hidden = false;
  place.replaceChildren(line);
  say(sentence);
}

let region;

/** Tell a screen reader. */
export function say(words) {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "fb-hidden fb-live";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = words; });
}
