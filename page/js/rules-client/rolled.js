// Dispatch of rolls. A roll that the page made before its main script has arrived waits for it.

/** An element that the main script defines, with all the listeners of rolls. */
const LISTENER = "fb-roller";

/**
 * Dispatch a roll once the main script listens.
 * @param {Element} asker the element that rolled
 * @param {{ id: string, source?: import("./client.js").Source }} question
 * @param {import("./client.js").RollData} roll
 * @param {string} sentence
 * @param {import("./client.js").About} about
 */
export function dispatchRolled(asker, { id, source = "random" }, roll, sentence, about) {
  const { params, faces, dice, outcome, steps } = roll;
  /** @type {import("./client.js").Rolled} */
  const detail = { id, params, faces, dice, outcome, steps, sentence, source, about };
  const dispatch = () => {
    const from = asker.isConnected ? asker : document;
    from.dispatchEvent(new CustomEvent("rolled", { bubbles: true, detail }));
  };
  if (customElements.get(LISTENER)) dispatch();
  else customElements.whenDefined(LISTENER).then(dispatch);
}
