// The log of a fight as text for other apps.
import { copy } from "#shared";

/**
 * Copy the log as it is drawn, with a heading for each round.
 * @param {ParentNode} board
 * @param {HTMLButtonElement} button
 */
export function copyLog(board, button) {
  const parts = board.querySelectorAll(".fb-rounds h3, .fb-rounds .fb-event");
  const lines = [...parts].map((part) => (part.matches("h3") ? `\n## ${readLine(part)}\n` : `- ${readLine(part)}`));
  copy(button, lines.join("\n").trim(), "Log of the fight", "Copied");
}

/** @param {Element} part */
function readLine(part) {
  const copied = /** @type {Element} */ (part.cloneNode(true));
  for (const hidden of copied.querySelectorAll("[aria-hidden]")) hidden.remove();
  for (const small of copied.querySelectorAll("small")) small.prepend(". ");
  return (copied.textContent ?? "").replace(/\s+/g, " ").trim();
}
