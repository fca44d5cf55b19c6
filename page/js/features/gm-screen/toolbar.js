// Toolbar of a screen: chooses a screen and offers actions.
import { findClicked, make, makeAction, makeButton, say, share } from "#shared";
import { keep } from "#store";
import { UNREADABLE } from "../../lib/validate-screen.js";
import { makePaperChoice } from "./print-screen.js";
import { buildShareLink, importScreens, loadSharing, saveFile } from "./sharing.js";

/** @typedef {import("./gm-screen.js").Screen} Screen */

/** Actions that need a readable screen. */
const HAND_ON = ["double", "share", "save"];

export class ScreenBar {
  #choice = make("select", { className: "fb-screen-choice", "aria-label": "Choose a screen" });
  #more = make("div", {
    className: "fb-screen-panel",
    hidden: true,
    role: "group",
    "aria-label": "This screen",
    id: "fb-screen-more",
  });
  #name = make("input", { className: "fb-screen-name", maxLength: 80, autocomplete: "off" });
  #refuse = (/** @type {Error} */ { message }) => this.screen.refuse(message);

  /** @param {Screen} screen @param {HTMLElement} element */
  constructor(screen, element) {
    this.screen = screen;
    this.element = element;
    const opener = makeOpener("Screens", this.#more);
    this.opener = opener;
    const acts = {
      new: "New screen",
      double: "Duplicate",
      remove: "Delete",
      share: "Share as link",
      save: "Save as file",
    };
    this.#more.append(
      make("label", { className: "fb-screen-renaming" }, "Name ", this.#name),
      ...Object.entries(acts).map(([act, words]) => {
        const each = makeButton("fb-add", words);
        each.dataset.act = act;
        return each;
      }),
      this.#makeImporter(),
      ...makePaperChoice(),
    );
    const adder = makeAction("fb-add", "Add", () => screen.openPicker());
    adder.setAttribute("aria-haspopup", "dialog");
    this.element.append(this.#choice, adder, opener, this.#more);
    opener.addEventListener("click", () => {
      this.#toggle();
      loadSharing().catch(() => {}); // the button that needs it says so
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#more.hidden) return;
      opener.focus();
      this.#toggle(false);
    });
    this.#choice.addEventListener("change", () => this.#choose());
    this.#name.addEventListener("change", () => this.#rename());
    this.#more.addEventListener("click", (event) => {
      const pressed = findClicked(event, "[data-act]");
      if (!pressed) return;
      const act = pressed.dataset.act ?? "";
      if (HAND_ON.includes(act) && !this.screen.isReadable) this.screen.refuse(UNREADABLE);
      else (act === "share" ? this.#share(pressed) : this.#act(act)).catch(this.#refuse);
    });
  }

  /** List the stored screens. */
  async show() {
    const { record, game, hasReady } = this.screen;
    const kept = await keep.list("screens", ...(game ? [game] : []));
    const options = kept
      .sort((one, other) => one.name.localeCompare(other.name))
      .map(({ id, name }) => new Option(name, id));
    if (hasReady) options.unshift(new Option("The book’s screen", ""));
    this.#choice.replaceChildren(...options);
    this.#choice.value = record?.id ?? "";
    this.#choice.hidden = options.length < 2;
    if (document.activeElement !== this.#name) this.#name.value = record?.name ?? "";
    this.#name.parentElement?.toggleAttribute("hidden", !record);
    for (const each of this.#more.querySelectorAll("button[data-act=remove]")) each.toggleAttribute("hidden", !record);
  }

  /** @param {boolean} [opens] */
  #toggle(opens = Boolean(this.#more.hidden)) {
    this.#more.hidden = !opens;
    this.opener.setAttribute("aria-expanded", String(opens));
  }

  #makeImporter() {
    const file = make("input", { type: "file", accept: ".json,application/json", className: "fb-sheets-file" });
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      try {
        const { words, screen } = await importScreens(chosen);
        this.screen.tell(
          words,
          screen ? `Open ${screen.name || "it"}` : "",
          screen ? () => this.screen.open(screen.id) : undefined,
        );
      } catch (error) {
        this.screen.refuse(`${error instanceof Error ? error.message : error} Nothing was changed.`);
      }
      file.value = "";
    });
    return make("label", { className: "fb-add fb-sheets-import" }, "Import a file", file);
  }

  /** The current screen, ready for sharing. */
  get #currentScreen() {
    const { record, game, tiles } = this.screen;
    return {
      name: record?.name ?? document.querySelector("h1")?.firstChild?.textContent?.trim() ?? "",
      game: record?.game ?? game,
      tiles,
    };
  }

  /** @param {HTMLButtonElement} pressed */
  async #share(pressed) {
    const link = await buildShareLink(this.#currentScreen);
    if (link !== null) {
      await share(pressed, link, "Link to this screen");
      return;
    }
    const save = () => this.#act("save").catch(this.#refuse);
    this.screen.tell(
      "This screen is too large for a link that works in every app. Send it as a file instead.",
      "Save as file",
      save,
    );
  }

  async #choose() {
    await this.screen.open(this.#choice.value);
    const count = this.screen.tiles.length;
    say(`${this.#choice.selectedOptions[0]?.text ?? "The screen"}: ${count} ${count === 1 ? "tile" : "tiles"}.`);
  }

  async #rename() {
    const { record } = this.screen;
    const name = this.#name.value.trim();
    if (record && name) await keep.update("screens", record.id, () => ({ name }));
  }

  /** @param {string} act */
  async #act(act) {
    const { record, tiles } = this.screen;
    if (act === "new") await this.#add("New screen", []);
    if (act === "double") await this.#add(record?.name ?? "My screen", tiles);
    if (act === "save") await saveFile(this.#currentScreen);
    if (act === "remove" && record) {
      const bringBack = await keep.remove("screens", record.id);
      await this.screen.open("");
      this.screen
        .tell(`${record.name} is deleted.`, "Bring it back", async () => {
          await bringBack();
          await this.screen.open(record.id);
          this.opener.focus();
          say(`${record.name} is back.`);
        })
        .querySelector("button")
        ?.focus();
    }
  }

  /** Store a new screen, and open it. @param {string} wanted @param {import("./tile.js").Tile[]} tiles */
  async #add(wanted, tiles) {
    const name = await this.#findFreeName(wanted);
    const { id } = await keep.add("screens", { game: this.screen.game, name, data: { screen: 1, tiles } });
    await this.screen.open(id);
    say(`${name} is open.`);
    this.#name.focus();
    this.#name.select();
  }

  /** Return a name that no other screen has. @param {string} name */
  async #findFreeName(name) {
    const names = new Set((await keep.list("screens")).map((each) => each.name));
    const stem = name.replace(/ \d+$/, "");
    let number = 2;
    if (!names.has(name)) return name;
    while (names.has(`${stem} ${number}`)) number += 1;
    return `${stem} ${number}`;
  }
}

/** @param {string} words @param {HTMLElement} panel the panel that it opens */
const makeOpener = (words, panel) =>
  make("button", { type: "button", className: "fb-add", "aria-expanded": "false", "aria-controls": panel.id }, words);
