// <fb-notice>: a line in the header, which covers nothing and stays until the reader dismisses it.
import { say } from "./announce.js";
import { makeButton, make, findClicked } from "./dom.js";
import { focusOnTitle } from "./focus.js";

export class Notice extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      if (!findClicked(event, ".fb-notice-close")) return;
      this.remove();
      focusOnTitle();
    });
  }
}

/**
 * Show a notice in place of an earlier one; `act` makes its words a button.
 * @param {string} words
 * @param {(() => void) | null} [act]
 */
export function notify(words, act = null) {
  const line = act ? makeButton("fb-notice-words", words) : make("span", { className: "fb-notice-words" }, words);
  if (act) line.addEventListener("click", act);
  document.querySelector("fb-notice")?.remove();
  const notice = make("fb-notice", {}, line, makeButton("fb-notice-close", "×", `Dismiss: ${words}`));
  document.querySelector(".md-header__title")?.after(notice);
  say(`${words}.`);
}
