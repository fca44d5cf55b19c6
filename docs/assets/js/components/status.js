// <fb-status>: progress of Python's start or of a file while a request waits for it, in words and percent, with a retry
// button after a failure or a long wait.
import { make, findClicked } from "../lib/dom.js";
import { focusOn } from "../lib/focus.js";
import { extractSlugs } from "../lib/slug.js";
import { isWaitedFor } from "../rules-client/queue.js";
import { runtime } from "../rules-client/runtime.js";
import { refreshWorker } from "./new-version.js";

const makeRetryButton = () => make("button", { type: "button", className: "fb-again" }, "Try again");

/**
 * Describe why Python couldn't start, and that no request is lost.
 * @param {string} reason
 */
export function describeFailure(reason) {
  return `The dice couldn't start: ${reason}. Your request is saved.`;
}

export class Status extends HTMLElement {
  #update = () => this.#show();

  connectedCallback() {
    runtime.addEventListener("change", this.#update);
    this.addEventListener("click", (event) => {
      if (!findClicked(event, ".fb-again")) return;
      retry();
      focusOn(this); // the focused button was removed
    });
    this.#show();
  }

  disconnectedCallback() {
    runtime.removeEventListener("change", this.#update);
  }

  #show() {
    this.dataset.phase = runtime.state.phase;
    const parts = isWaitedFor(runtime.state) ? this.#makeParts() : [];
    const isSame =
      parts.length === this.children.length && parts.every((part, at) => part.isEqualNode(this.children[at]));
    if (!isSame) this.replaceChildren(...parts); // otherwise the button keeps its focus
  }

  /** Return the elements that tell what a request waits for. */
  #makeParts() {
    const { phase, words, share, reason, isStalled } = runtime.state;
    if (phase === "failed") return [make("p", {}, describeFailure(reason)), makeRetryButton()];
    const isSlow = phase === "slow" || isStalled;
    const per = Math.floor(share * 100);
    const late = isSlow ? " This is taking a while. Your connection may be slow." : "";
    const after = this.dataset.after ? ` ${this.dataset.after}` : "";
    const bar = make("progress", { max: 100, value: per, "aria-label": "Getting the dice ready" });
    return [make("p", {}, `${words}, ${per}%.${late}${after}`), bar, ...(isSlow ? [makeRetryButton()] : [])];
  }
}

async function retry() {
  if (runtime.state.phase === "failed") await refreshWorker();
  runtime.retry(listPageGames());
}

/** Return the slugs of the games whose rules are on this page. */
export const listPageGames = () => [...new Set(listPageIds("mechanic", "calculator").flatMap(extractSlugs))];

/**
 * Return the ids in attributes of the page's elements.
 * @param {string[]} attributes
 */
export const listPageIds = (...attributes) => [
  ...new Set(
    attributes.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ""),
    ),
  ),
];
