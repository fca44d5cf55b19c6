// A game's main roll at the top of the tray: the form from the build, filled from the active character.
import { adaptRoller, fillPage, find, findPageGame, make, makeButton, prepareRolls, read, write } from "#shared";
import { colour, fetchGames, makeMark } from "./games.js";

const LAST = "fieldbook:tray-game";

export class CoreRoll {
  element = make("section", { className: "fb-tray-core", "aria-label": "A game's main roll" });
  #choice = make("div", { className: "fb-tray-games", role: "group", "aria-label": "Game" });
  #form = make("div");
  /** @type {string | null} */
  #shown = null;

  constructor() {
    this.element.append(this.#choice, this.#form);
  }

  /** Show the main roll of the page's game, or of the game that the reader chose last. */
  async show() {
    const known = await fetchGames();
    const last = read(LAST);
    const game = findPageGame() || (typeof last === "string" ? last : "");
    this.#choice.replaceChildren(
      ...Object.entries(known)
        .filter(([, { form }]) => form)
        .map(([slug, about]) => {
          const choose = /** @type {HTMLButtonElement} */ (colour(makeButton("fb-tray-game", "", about.name), about));
          choose.append(makeMark(about), make("span", {}, about.name));
          choose.addEventListener("click", () => {
            write(LAST, slug);
            this.#choose(slug, known);
          });
          choose.dataset.slug = slug;
          return choose;
        }),
    );
    this.element.hidden = !this.#choice.childElementCount;
    await this.#choose(known[game]?.form ? game : "", known);
  }

  /** @param {string} slug @param {Record<string, import("./games.js").Game>} known */
  async #choose(slug, known) {
    for (const each of this.#choice.querySelectorAll("button")) {
      each.setAttribute("aria-pressed", String(each.dataset.slug === slug));
    }
    const game = known[slug];
    if (this.#shown !== slug) {
      this.#form.replaceChildren(
        game ? makeForm(game) : make("p", { className: "fb-tray-hint" }, "Tap a game for its main roll."),
      );
      this.#shown = slug;
    }
    if (!game) return;
    const tray = this.element.closest("dialog");
    if (tray) colour(tray, game);
    prepareRolls([find(this.#form, "[mechanic]", HTMLElement).getAttribute("mechanic") ?? ""]);
    await fillPage();
  }
}

/** @param {import("./games.js").Game} game */
function makeForm({ form = "", home = "" }) {
  const [page, anchor] = home.split("#");
  const made = make("template", { innerHTML: form }).content.firstElementChild;
  return adaptRoller(/** @type {Element} */ (document.adoptNode(/** @type {Element} */ (made))), page, anchor);
}
