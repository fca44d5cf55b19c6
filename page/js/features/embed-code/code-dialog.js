// The dialog with the code that shows a block on another site: choices, a preview, and a field with the code.
import { addStyles, fetchText, make, makeButton, resolveAddress, say, values } from "#shared";
import { buildAddress, buildCode } from "./code.js";

/** @typedef {import("./code.js").Choices} Choices */

const THEMES = {
  auto: "As the reader’s system",
  host: "As the page around it",
  light: "Light",
  dark: "Dark",
};
const FIRST_HEIGHT = 420; // pixels, until the preview has told its own
const MOST_HEIGHT = 700; // pixels of a frame whose height is fixed; a longer block scrolls
const NO_PAGE = "This block has no page for other sites.";

/**
 * Show the code of a block.
 * @param {Element} block
 * @param {string} title
 * @param {HTMLElement} opener
 */
export async function showCode(block, title, opener) {
  const id = ["mechanic", "table", "calculator"].map((name) => block.getAttribute(name)).find(Boolean) ?? "";
  const page = resolveAddress(`embed/${id.replaceAll(".", "/")}/`);
  const [text] = await Promise.all([fetchText(page), addStyles("embed-code")]);
  const there = new DOMParser().parseFromString(text, "text/html");
  if (!there.querySelector(".fb-embed-foot")) throw new Error(NO_PAGE);
  const dialog = new CodeDialog(page, block.matches("fb-roller") ? id : "", title, findChanged(block, there));
  dialog.show(opener);
}

/**
 * Return the values of a block's form that differ from those of its page for other sites.
 * @param {Element} block
 * @param {Document} page
 */
function findChanged(block, page) {
  const [here, there] = [block.querySelector("form"), page.querySelector("form")];
  if (!here || !there) return {};
  const presets = values.readPresets(there);
  return Object.fromEntries(Object.entries(values.readValues(here)).filter(([name, text]) => presets[name] !== text));
}

class CodeDialog {
  #height = FIRST_HEIGHT;

  /**
   * @param {string} page the address of the block's page for other sites
   * @param {string} id the id of a roller, "" for other blocks
   * @param {string} title
   * @param {Record<string, string>} changed the values of the form that differ from that page
   */
  constructor(page, id, title, changed) {
    this.page = page;
    this.id = id;
    this.title = title;
    this.changed = changed;
    this.theme = make(
      "select",
      {},
      ...Object.entries(THEMES).map(([value, words]) => make("option", { value }, words)),
    );
    this.hasAccent = make("input", { type: "checkbox" });
    this.accent = make("input", { type: "color", value: "#b23c0c", "aria-label": "Accent colour" });
    this.keeps = make("input", { type: "checkbox", checked: true });
    this.hasScript = make("input", { type: "checkbox", checked: true });
    this.code = make("textarea", { readOnly: true, rows: 5, spellcheck: false, "aria-label": "Embed code" });
    this.preview = make("iframe", { title: `Preview of ${title}` });
    this.copyButton = makeButton("fb-add", "Copy");
    this.close = makeButton("fb-search-close", "Close");
    this.element = make(
      "dialog",
      { className: "fb-embed-code md-typeset", "aria-label": `Embed code of ${title}` },
      make("div", { className: "fb-embed-head" }, make("h2", {}, `Show “${title}” on your site`), this.close),
      make("p", {}, "Paste this where your site takes HTML. It rolls there, in a frame, and stores nothing."),
      this.code,
      make("div", { className: "fb-embed-row" }, this.copyButton),
      make("label", { className: "fb-embed-line" }, "Colours ", this.theme),
      make("div", { className: "fb-embed-row" }, this.#label(this.hasAccent, "Another accent colour"), this.accent),
      ...(Object.keys(changed).length ? [this.#label(this.keeps, "Keep the values that are set now")] : []),
      this.#label(this.hasScript, "Fit the height with a script of less than 1 KB; without it, the height is fixed"),
      make("p", { className: "fb-embed-line" }, "Preview"),
      this.preview,
    );
  }

  /** @param {HTMLInputElement} box @param {string} words */
  #label(box, words) {
    return make("label", { className: "fb-embed-box" }, box, ` ${words}`);
  }

  /** @returns {Choices} */
  get #choices() {
    const theme = /** @type {Choices["theme"]} */ (this.theme.value);
    return {
      theme,
      accent: this.hasAccent.checked ? this.accent.value : "",
      values: this.keeps.checked ? this.changed : {},
      hasScript: this.hasScript.checked,
    };
  }

  /** @param {HTMLElement} opener */
  show(opener) {
    const { element } = this;
    const noteSize = (/** @type {MessageEvent} */ { source, data }) => {
      if (source !== this.preview.contentWindow || data?.fieldbook !== "size") return;
      this.#height = Number(data.height) || FIRST_HEIGHT;
      this.preview.style.height = `${this.#height}px`;
      this.#write();
    };
    addEventListener("message", noteSize);
    element.addEventListener("close", () => {
      removeEventListener("message", noteSize);
      element.remove();
      opener.focus();
    });
    this.close.addEventListener("click", () => element.close());
    this.accent.addEventListener("input", () => {
      this.hasAccent.checked = true;
    });
    element.addEventListener("input", () => this.#update());
    element.addEventListener("change", () => this.#update());
    this.copyButton.addEventListener("click", () => this.#copy());
    document.body.append(element);
    this.#update();
    element.showModal();
    this.#select();
  }

  #select() {
    this.code.focus();
    this.code.select();
    this.code.scrollTop = 0;
  }

  /** Show the chosen code and its preview. A page's own colours come with the script, so that choice needs it. */
  #update() {
    if (this.theme.value === "host") this.hasScript.checked = true;
    this.hasScript.disabled = this.theme.value === "host";
    const address = buildAddress(this.page, this.id, this.#choices);
    if (this.preview.src !== address) this.preview.src = address;
    this.#write();
  }

  #write() {
    const choices = this.#choices;
    const address = buildAddress(this.page, this.id, choices);
    const height = Math.min(this.#height, MOST_HEIGHT);
    this.code.value = buildCode(address, this.title, height, resolveAddress("embed/frame.js"), choices);
  }

  /** Copy the code; where that isn't allowed, the field keeps it selected for the keyboard. */
  async #copy() {
    this.#select();
    try {
      await navigator.clipboard.writeText(this.code.value);
      this.copyButton.textContent = "Copied";
      say("Embed code copied.");
    } catch {
      this.#select();
      say("The code is selected; copy it with the keyboard or the menu.");
    }
  }
}
