// Content of a fight's tile: the board of a stored fight, as on the fight's own page, or the choice of a fight.
import { copyColours, explainFailure, Failure, make, makeAction, resolveAddress, toFailure } from "#shared";
import { keep } from "#store";
import { describeEncounter } from "../../components/fight-words.js";
import { LongList } from "../../components/long-list.js";
import { adaptPart, fetchPage } from "../../components/page-fragments.js";

/** @typedef {import("#store").StoredRecord} StoredRecord */

/** @type {import("./tile-renderers.js").MakesBody} */
export function makeFightBody(first, change) {
  let tile = first;
  let drawn = ""; // the fight on show, or the list of fights
  let number = 0; // prevents a late drawing from replacing a newer one
  const element = make("div", { className: "fb-fight-tile" });
  const stop = keep.watch("fights", () => draw());
  return {
    element,
    show(now) {
      tile = now;
      draw();
    },
    end: stop,
  };

  async function draw() {
    const own = (number += 1);
    const [fight, fights] = await Promise.all([
      tile.fight ? keep.get("fights", tile.fight) : null,
      keep.list("fights"),
    ]);
    const wanted = fight ? fight.id : JSON.stringify(fights.map(({ id, name, changed }) => [id, name, changed]));
    if (own !== number || wanted === drawn || (!fight && element.querySelector("fb-fight[fight='']"))) return;
    drawn = wanted;
    if (fight) await showBoard(fight.game, fight.id);
    else showChoice(fights);
  }

  /** @param {string} game @param {string} id "" for a new fight */
  async function showBoard(game, id) {
    element.setAttribute("aria-busy", "true");
    if (!element.childElementCount) element.replaceChildren(make("fb-status", { "data-after": "Loading the fight…" }));
    try {
      const [board] = await Promise.all([fetchBoard(game), import("#fight")]);
      if (id && id !== tile.fight) return;
      board.setAttribute("fight", id);
      board.addEventListener("turned", () => {
        drawn = board.getAttribute("fight") ?? "";
        change(() => ({ fight: drawn }));
      });
      element.replaceChildren(board, makeLink(game, id));
    } catch (error) {
      const again = makeAction("fb-add", "Try again", () => showBoard(game, id));
      const { message } = await explainFailure(toFailure(error, "something it needs couldn't be downloaded"));
      const words = make("p", { className: "fb-error" }, `The fight couldn't be loaded: ${message}.`);
      element.replaceChildren(words, again, makeLink(game, id));
    } finally {
      element.removeAttribute("aria-busy");
    }
  }

  /** @param {StoredRecord[]} fights */
  function showChoice(fights) {
    const game = element.closest("fb-screen")?.getAttribute("game") ?? "";
    const finder = new LongList("Find a fight");
    const list = make("ul", { className: "fb-fight-choice" }, ...fights.map(makeItem));
    const fresh = makeAction("fb-add", "New fight", () => showBoard(game, ""));
    const words = fights.length
      ? `Choose the fight for this tile${game ? ", or start one" : ""}.`
      : `No fight is saved on this device yet.${game ? "" : " Start one on a game's Fight page."}`;
    element.replaceChildren(make("p", {}, words), ...(game ? [fresh] : []), finder.element, list);
    finder.shorten(list);
  }

  /** @param {StoredRecord} fight */
  function makeItem(fight) {
    const choice = makeAction("fb-fight-chosen", "", () => change(() => ({ fight: fight.id })));
    choice.append(make("strong", {}, fight.name || "A fight"), " ", make("small", {}, describeEncounter(fight)));
    return make("li", {}, choice);
  }
}

/**
 * Fetch the empty board of a game from the page of its fights, with its icons and forms.
 * @param {string} game
 */
async function fetchBoard(game) {
  const path = `${game}/fight/`;
  const page = await fetchPage(path);
  const board = page.querySelector("fb-fight");
  if (!board) throw new Failure("its page no longer has it");
  board.querySelector("link")?.remove(); // the script of fights brings the styles
  board.removeAttribute("id");
  const own = /** @type {HTMLElement} */ (adaptPart(document.adoptNode(board), path));
  copyColours(page.querySelector(".fb-page"), own);
  return own;
}

/** @param {string} game @param {string} id */
const makeLink = (game, id) =>
  make(
    "a",
    { className: "fb-fight-link", href: `${resolveAddress(`${game}/fight/`)}${id ? `#kept=${id}` : ""}` },
    "Open on its own page",
  );
