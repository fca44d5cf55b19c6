// Answers in a sandboxed frame, whose document has no origin: browsers start no worker there, so the page answers.
import { toFailure } from "../../lib/failure.js";
import { findKind, answerWithGames, prepareAnswer } from "../../rules-client/compiled-files.js";
import { createSeed } from "../../rules-client/runtime.js";
import { TimeSlices } from "../../rules-client/time-slices.js";

/** True in a sandboxed frame that isn't allowed the origin of its address. */
export const hasNoOrigin = self.origin === "null";

/** Roll with the button of a form even if the frame may not submit forms: then browsers dispatch no event. */
export function replaceSubmission() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[type=submit]") : null;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    button.form?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button }));
  });
}

const SLICE = 30; // milliseconds, after which the page draws and takes taps

const slices = new TimeSlices();
let asked = 0;

/**
 * Answer a question in the page.
 * @param {string} question
 * @param {unknown[]} args
 */
export async function answerHere(question, args) {
  const [id, ...others] = /** @type {[string, ...unknown[]]} */ (args);
  const seed = question === "roll" && others.length === 1 ? [createSeed()] : [];
  /** @type {[string, ...unknown[]]} */
  const about = [id, ...others, ...seed];
  try {
    return JSON.parse(`${await work(question, about)}`);
  } catch (error) {
    return { error: `This can't be worked out here: ${toFailure(error, "open the rule's own page for it").message}.` };
  }
}

/** @param {string} question @param {[string, ...unknown[]]} about */
async function work(question, about) {
  if (findKind(question) === "rolls") return answerWithGames(question, about);
  return slices.answer((asked += 1), "odds", async () => {
    const answer = await prepareAnswer(question, about);
    return () => answer(SLICE);
  });
}
