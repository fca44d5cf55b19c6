// <fb-notice>: one quiet line in the header, where it covers nothing that is read, until it is put away.
import { say } from "./answer.js";

class Notice extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => event.target.closest(".fb-notice-close") && this.remove());
  }
}

customElements.define("fb-notice", Notice);

/** Show a notice in place of an earlier one; with `act` its words are a button. */
export function notify(words, act = null) {
  const notice = document.createElement("fb-notice");
  const line = document.createElement(act ? "button" : "span");
  Object.assign(line, { className: "fb-notice-words", textContent: words });
  if (act) line.addEventListener("click", act);
  const close = Object.assign(document.createElement("button"), { className: "fb-notice-close", textContent: "×" });
  close.setAttribute("aria-label", `Put away: ${words}`);
  notice.append(line, close);
  document.querySelector("fb-notice")?.remove();
  document.querySelector(".md-header__title")?.after(notice);
  say(`${words}.`);
}
