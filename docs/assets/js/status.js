// <fb-status>: how the start of Python is doing, in words and per cent, with a retry when it fails.
import { failureWords } from "./answer.js";
import { runtime } from "./runtime.js";

const AGAIN = '<button type="button" class="fb-again">Try again</button>';

class Status extends HTMLElement {
  #update = () => this.#show();

  connectedCallback() {
    runtime.addEventListener("change", this.#update);
    this.addEventListener("click", (event) => {
      if (event.target.closest(".fb-again")) runtime.retry(gamesOnPage());
    });
    this.#show();
  }

  disconnectedCallback() {
    runtime.removeEventListener("change", this.#update);
  }

  #show() {
    const { phase, words, share, reason } = runtime.state;
    const per = Math.floor(share * 100);
    this.dataset.phase = phase;
    if (phase === "failed") {
      this.replaceChildren(text("p", failureWords(reason)));
      this.insertAdjacentHTML("beforeend", AGAIN);
    } else if (phase === "starting" || phase === "slow") {
      const late = phase === "slow" ? " This is taking long; the connection may be slow." : "";
      const bar = document.createElement("progress");
      bar.max = 100;
      bar.value = per;
      bar.setAttribute("aria-label", "Getting the dice ready");
      this.replaceChildren(text("p", `${words}, ${per} %.${late}${this.dataset.after ? ` ${this.dataset.after}` : ""}`), bar);
      if (phase === "slow") this.insertAdjacentHTML("beforeend", AGAIN);
    } else {
      this.replaceChildren();
    }
  }
}

function text(tag, words) {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}

/** The slugs of the games whose rules stand on this page. */
export function gamesOnPage() {
  const ids = [...document.querySelectorAll("[mechanic], [calculator]")]
    .map((element) => element.getAttribute("mechanic") ?? element.getAttribute("calculator"));
  return [...new Set(ids.filter((id) => id.includes(".")).map((id) => id.split(".")[0]))];
}

customElements.define("fb-status", Status);
