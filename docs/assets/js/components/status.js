// <fb-status>: progress of Python's start or of a file, in words and percent, with a retry button after a failure or a
// long wait.
import { make, clicked } from "../lib/dom.js";
import { focusOn } from "../lib/focus.js";
import { slugOf } from "../lib/slug.js";
import { runtime } from "../rules-client/runtime.js";
import { refreshWorker } from "./new-version.js";

const AGAIN = '<button type="button" class="fb-again">Try again</button>';

/**
 * Describe why Python couldn't start, and that no request is lost.
 * @param {string} reason
 */
export function failureWords(reason) {
  return `The dice couldn't start: ${reason}. Your request is saved.`;
}

export class Status extends HTMLElement {
  #update = () => this.#show();

  connectedCallback() {
    runtime.addEventListener("change", this.#update);
    this.addEventListener("click", (event) => {
      if (!clicked(event, ".fb-again")) return;
      retry();
      focusOn(this); // the focused button was removed
    });
    this.#show();
  }

  disconnectedCallback() {
    runtime.removeEventListener("change", this.#update);
  }

  #show() {
    const { phase, words, share, reason, waiting, isStalled } = runtime.state;
    const isSlow = phase === "slow" || isStalled;
    const per = Math.floor(share * 100);
    this.dataset.phase = phase;
    if (phase === "failed") {
      this.replaceChildren(make("p", {}, failureWords(reason)));
      this.insertAdjacentHTML("beforeend", AGAIN);
    } else if (phase === "starting" || phase === "slow" || waiting.length) {
      const late = isSlow ? " This is taking a while. Your connection may be slow." : "";
      const bar = make("progress", { max: 100, value: per, "aria-label": "Getting the dice ready" });
      const after = this.dataset.after ? ` ${this.dataset.after}` : "";
      this.replaceChildren(make("p", {}, `${words}, ${per}%.${late}${after}`), bar);
      if (isSlow) this.insertAdjacentHTML("beforeend", AGAIN);
    } else {
      this.replaceChildren();
    }
  }
}

async function retry() {
  if (runtime.state.phase === "failed") await refreshWorker();
  runtime.retry(gamesOnPage());
}

/** Return the slugs of the games whose rules are on this page. */
export function gamesOnPage() {
  const ids = [...document.querySelectorAll("[mechanic], [calculator]")].map(
    (element) => element.getAttribute("mechanic") ?? element.getAttribute("calculator") ?? "",
  );
  return [...new Set(ids.flatMap(slugOf))];
}
