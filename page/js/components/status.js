// <fb-status>: what a question waits for. It offers Python with its size, shows the progress of its start in percent, and
// offers another try after a failure or a long wait.
import { make, makeButton, findClicked } from "../lib/dom.js";
import { focusOn } from "../lib/focus.js";
import { runWhenIdle } from "../lib/lifecycle.js";
import { notify } from "../lib/notice.js";
import { copy } from "../lib/share.js";
import { isWaitedFor, runtime } from "../rules-client/runtime.js";
import { refreshWorker, reloadButtons } from "./new-version.js";

const NOT_COMPILED = "This page can't work this out by itself, but Python can.";
const WENT_WRONG = "Something went wrong on this page. Python may still answer.";

/** The label of the button that starts Python; the build has measured the download. */
const labelOffer = () => `Answer with Python (${PYTHON_FILES.megabytes} MB)`;

/** Return the report of the first problem that a question has met, or "". */
const findProblem = () => runtime.state.waiting.find(({ problem }) => problem)?.problem ?? "";

/** Describe why Python couldn't start, and that no request is lost. */
const describeFailure = () => `Python couldn't start: ${runtime.state.reason}. Your request is saved.`;

/**
 * Describe what a question waits for.
 * @param {string} after said after the progress
 */
export function describeWaiting(after) {
  const { phase } = runtime.state;
  if (phase === "idle") return findProblem() ? WENT_WRONG : NOT_COMPILED;
  return phase === "failed" ? describeFailure() : `Getting Python ready. ${after}`;
}

export class Status extends HTMLElement {
  #update = () => this.#show();

  connectedCallback() {
    runtime.addEventListener("change", this.#update);
    this.addEventListener("click", (event) => {
      const report = findClicked(event, ".fb-report");
      if (report instanceof HTMLButtonElement) copy(report, findProblem(), "What went wrong", "Report copied");
      if (!findClicked(event, ".fb-again")) return;
      start();
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
    const { phase, share, reason } = runtime.state;
    if (phase === "idle") {
      const report = findProblem() ? [makeButton("fb-report", "Report")] : [];
      return [make("p", {}, describeWaiting("")), makeButton("fb-again", labelOffer()), ...report];
    }
    if (phase === "failed") {
      const reload = reloadButtons(reason);
      return [make("p", {}, describeFailure()), ...(reload.length ? reload : [makeButton("fb-again", "Try again")])];
    }
    const isSlow = phase === "slow";
    const per = Math.floor(share * 100);
    const late = isSlow ? " This is taking a while. Your connection may be slow." : "";
    const after = this.dataset.after ? ` ${this.dataset.after}` : "";
    const bar = make("progress", { max: 100, value: per, "aria-label": "Getting Python ready" });
    const again = isSlow ? [makeButton("fb-again", "Try again")] : [];
    return [make("p", {}, `Getting Python ready, ${per}%.${late}${after}`), bar, ...again];
  }
}

/** Offer Python in the header if a question waits for it and no place of the page says so. */
export function offerInHeader() {
  const offer = () => {
    const isShown = document.querySelector("fb-status:not(:empty), fb-notice");
    if (runtime.state.phase !== "idle" || !isWaitedFor(runtime.state) || isShown) return;
    notify(`${findProblem() && `${WENT_WRONG} `}${labelOffer()}`, startFromHeader);
  };
  const startFromHeader = () => {
    document.querySelector("fb-notice")?.remove();
    start();
  };
  runtime.addEventListener("change", () => runWhenIdle(offer));
}

async function start() {
  if (runtime.state.phase === "failed") await refreshWorker();
  runtime.start();
}

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
