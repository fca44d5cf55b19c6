// The columns and tabs of an open sheet: who the character is, what they do, and everything else.
import { findClicked, make, makeButton, noteScroll } from "#shared";
import { updateChildren } from "./redraw.js";

const MOST_WINDOWS = 2; // heights of a window within which a third column shows all of its panels

let made = 0;

export class Panels {
  #who = make("div", { className: "fb-sheet-who" });
  #main = make("div", { className: "fb-sheet-main" });
  #rest = make("div", { className: "fb-sheet-rest" });
  #list = make("div", { className: "fb-tabs-list", role: "tablist", "aria-label": "Parts of the sheet" });
  #up = makeButton("fb-tabs-up", "");
  #tabs = make("div", { className: "fb-tabs" }, this.#list, this.#up);
  #open = 0;
  #own = `fb-tab-${(made += 1)}`;
  #gaugeWatcher = new IntersectionObserver(([{ isIntersecting, boundingClientRect }]) => {
    this.#tabs.toggleAttribute("data-away", !isIntersecting && boundingClientRect.top < innerHeight / 2);
  });
  #sizeWatcher = new ResizeObserver(() => this.#arrange());
  #arranged = "";

  constructor() {
    this.element = make("div", { className: "fb-sheet-body" }, this.#who, this.#tabs, this.#main, this.#rest);
    this.#list.addEventListener("click", (event) => {
      const tab = findClicked(event, "[role=tab]");
      if (tab) this.#turnTo([...this.#list.children].indexOf(tab));
    });
    this.#list.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#up.addEventListener("click", () => noteScroll(() => scrollTo({ top: 0, behavior: "instant" })));
    this.#sizeWatcher.observe(this.element);
  }

  end() {
    this.#gaugeWatcher.disconnect();
    this.#sizeWatcher.disconnect();
  }

  /**
   * Show the parts of a sheet.
   * @param {string} html
   * @param {string} gauge the words for the first gauge, once it is out of sight
   */
  draw(html, gauge) {
    const next = make("div");
    next.innerHTML = html;
    const panels = [...next.querySelectorAll(":scope > .fb-sheet-panel")];
    const titles = panels.map((panel) => /** @type {HTMLElement} */ (panel).dataset.title ?? "");
    const [first, ...others] = panels.map((panel) => make("div", {}, panel));
    updateChildren(this.#main, first ?? make("div"));
    updateChildren(this.#rest, make("div", {}, ...others.flatMap((each) => [...each.childNodes])));
    updateChildren(this.#who, next);
    this.#drawTabs(titles);
    if (this.#up.textContent !== gauge) this.#up.textContent = gauge;
    this.#up.setAttribute("aria-label", `${gauge}. Up to the values`);
    this.#up.hidden = !gauge;
    const vitals = this.#who.querySelector(".fb-vitals");
    if (vitals) this.#gaugeWatcher.observe(vitals);
  }

  /** @returns {HTMLElement[]} */
  get #panels() {
    return [...this.element.querySelectorAll(".fb-sheet-panel")].map((panel) => /** @type {HTMLElement} */ (panel));
  }

  /** The number of columns, which the styles choose. */
  get #columns() {
    return Number(getComputedStyle(this.element).getPropertyValue("--fb-columns")) || 1;
  }

  /** @param {string[]} titles */
  #drawTabs(titles) {
    if (titles.join() !== [...this.#list.children].map((tab) => tab.textContent).join()) {
      this.#list.replaceChildren(
        ...titles.map((title, at) => {
          const tab = makeButton("fb-tab-button", title);
          tab.setAttribute("role", "tab");
          tab.id = `${this.#own}-${at}`;
          tab.setAttribute("aria-controls", `${this.#own}-panel-${at}`);
          return tab;
        }),
      );
      this.#arranged = "";
    }
    this.#panels.forEach((panel, at) => {
      panel.id = `${this.#own}-panel-${at}`;
    });
    this.#arrange();
  }

  /** Choose between tabs and panels below each other for the third column, if its width or the window changed. */
  #arrange() {
    if (!this.element.isConnected || this.element.hidden) return;
    const columns = this.#columns;
    const isWhole = !this.element.querySelector("[data-later]");
    this.element.setAttribute("aria-busy", String(!isWhole));
    const arranged = `${columns} ${innerWidth} ${innerHeight} ${this.#panels.length} ${isWhole}`;
    if (arranged !== this.#arranged) {
      this.#arranged = arranged;
      this.element.toggleAttribute("data-stacks", columns === 3);
      if (columns === 3) {
        for (const panel of this.#panels) panel.classList.remove("fb-sheet-panel--closed");
        this.element.toggleAttribute("data-stacks", this.#rest.offsetHeight <= MOST_WINDOWS * innerHeight);
      }
    }
    this.#show();
  }

  /** Show the open panel, or all panels that have a column of their own. */
  #show() {
    const isWide = this.#columns === 3;
    const isStacked = this.element.hasAttribute("data-stacks");
    const last = this.#panels.length - 1;
    const open = Math.min(isWide ? Math.max(1, this.#open) : this.#open, last);
    const isShown = (/** @type {number} */ at) => at === open || isStacked || (isWide && at === 0);
    [...this.#list.children].forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === open));
      tab.setAttribute("tabindex", at === open ? "0" : "-1");
    });
    this.#panels.forEach((panel, at) => {
      panel.classList.toggle("fb-sheet-panel--closed", !isShown(at));
      const isOfTab = !isStacked && !(isWide && at === 0) && last > 0;
      if (isOfTab) panel.setAttribute("role", "tabpanel");
      else panel.setAttribute("role", "group"); // its parts are regions, one of which may have its name
      if (isOfTab) panel.setAttribute("aria-labelledby", `${this.#own}-${at}`);
      else panel.removeAttribute("aria-labelledby");
      panel.setAttribute("aria-label", panel.dataset.title ?? "");
    });
    this.#tabs.hidden = last < 1;
  }

  /**
   * Show a panel from its start. The strip of tabs stays where it is, even if it sticks to the top.
   * @param {number} open
   */
  #turnTo(open) {
    const { top } = this.#tabs.getBoundingClientRect();
    const { position, top: stuckTop } = getComputedStyle(this.#tabs);
    const isStuck = position === "sticky" && top < Number.parseFloat(stuckTop) + 1;
    this.#open = open;
    this.#show();
    if (!isStuck) return;
    const panel = this.#panels[open];
    panel.style.minHeight = `${innerHeight - top}px`;
    const strip = this.#tabs.getBoundingClientRect(); // lower if the page got too short for its scroll position
    const by = strip.top - top + panel.getBoundingClientRect().top - strip.bottom;
    noteScroll(() => scrollBy({ top: by, behavior: "instant" }));
  }

  /** Move between tabs with keys. @param {KeyboardEvent} event */
  #handleKey(event) {
    const tabs = /** @type {HTMLElement[]} */ ([...this.#list.children]).filter((tab) => tab.checkVisibility());
    const at = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at > 0 ? at - 1 : last, Home: 0, End: last }[
      event.key
    ];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    this.#turnTo([...this.#list.children].indexOf(tabs[to]));
    tabs[to].focus({ preventScroll: true });
  }
}
