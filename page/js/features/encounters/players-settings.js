// The GM's choices about what players see of a fight, with the ways to show it: a window, a link and a QR code.
import { buildLink, LONGEST_EVERYWHERE } from "#play-shared";
import {
  askRules,
  ignoreRepeats,
  make,
  makeAction,
  NOT_ANSWERED,
  resolveAddress,
  say,
  share,
  showError,
} from "#shared";
import { keep } from "#store";
import { drawQrCode } from "../../components/qr.js";
import { redrawAround } from "./kept-fields.js";
import { openPlayersWindow } from "./players-window.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {{ key: string, name: string, own: boolean, fights: boolean }} Person
 */

const HEALTH = { words: "in words", numbers: "in numbers", nothing: "not at all" };
const LONGEST_NAME = 40;
const LONGEST_WORD = 20;

export class PlayersSettings {
  element = make("div", { className: "fb-players-settings" });
  #link = make("div", { className: "fb-players-link" });
  #choices = make("div");
  #id = "";

  /** @param {HTMLElement} asker @param {string} game */
  constructor(asker, game) {
    this.asker = asker;
    this.game = game;
    const open = makeAction("fb-button", "Open the players’ window", () => openPlayersWindow(game, this.#id));
    const send = makeAction(
      "fb-button",
      "Link and code for players",
      ignoreRepeats(() => this.#offerLink(this.#id)),
    );
    this.element.append(make("p", { className: "fb-row" }, open, send), this.#link, this.#choices);
  }

  /** Show the choices for a fight. @param {string} id */
  async draw(id) {
    this.#id = id;
    const record = await keep.get("fights", id);
    const answer = record && (await this.#ask(record));
    if (!record || !answer || answer.error !== undefined) {
      showError(this.#choices, answer?.error ?? NOT_ANSWERED);
      return;
    }
    const { players = {} } = record;
    const health = this.#makeHealth(id, players, answer.words);
    const people = make("ul", { className: "fb-players-people" }, ...this.#makePeople(id, players, answer.people));
    redrawAround(this.#choices, () => this.#choices.replaceChildren(health, people));
  }

  /** @param {StoredRecord} record */
  async #ask({ data, players = {}, name }) {
    const args = [JSON.stringify(data.events), JSON.stringify(players), name];
    return /** @type {any} */ (await askRules(this.asker, { kind: "players_view", id: `${this.game}.fight`, args }));
  }

  /**
   * @param {string} id
   * @param {Record<string, any>} players
   * @param {string[]} usual the game's words
   */
  #makeHealth(id, players, usual) {
    const options = Object.entries(HEALTH).map(([value, words]) => new Option(words, value));
    const select = make("select", { name: "health" }, ...options);
    select.value = players.health ?? "words";
    select.addEventListener("change", () => this.#change(id, () => ({ health: select.value })));
    const fields = usual.map((word, at) => {
      const field = make("input", { type: "text", defaultValue: players.words?.[at] ?? word, maxLength: LONGEST_WORD });
      field.setAttribute("aria-label", `Word for ${word.toLowerCase()}`);
      field.addEventListener("change", () => this.#change(id, () => ({ words: this.#readWords() })));
      return field;
    });
    const health = make("label", { className: "fb-fight-named" }, "Enemies’ health ", select);
    return make("div", {}, health, make("p", { className: "fb-players-words" }, ...fields));
  }

  #readWords() {
    const fields = this.#choices.querySelectorAll(".fb-players-words input");
    return [...fields].map((field) => /** @type {HTMLInputElement} */ (field).value);
  }

  /**
   * @param {string} id
   * @param {Record<string, any>} players
   * @param {Person[]} people
   */
  #makePeople(id, players, people) {
    return people.map(({ key, name, own, fights }) => {
      const hide = makeTick("Hidden", players.hidden?.includes(key), `${name} is hidden`);
      hide.input.addEventListener("change", () =>
        this.#change(id, ({ hidden = [] }) => ({ hidden: toggle(hidden, key, hide.input.checked) })),
      );
      const reveal = makeTick("Numbers", players.revealed?.includes(key), `Players see the numbers of ${name}`);
      reveal.input.addEventListener("change", () =>
        this.#change(id, ({ revealed = [] }) => ({ revealed: toggle(revealed, key, reveal.input.checked) })),
      );
      const field = make("input", { type: "text", name: key, maxLength: LONGEST_NAME, placeholder: name });
      field.defaultValue = players.names?.[key] ?? "";
      field.setAttribute("aria-label", `Name of ${name} for players`);
      field.addEventListener("change", () =>
        this.#change(id, ({ names = {} }) => ({ names: { ...names, [key]: field.value.trim() } })),
      );
      const parts = own ? [] : fights ? [field, hide.label, reveal.label] : [field, hide.label];
      return make("li", {}, ...(own ? [make("b", {}, name), hide.label] : parts));
    });
  }

  /**
   * @param {string} id
   * @param {(players: Record<string, any>) => Record<string, any>} change
   */
  #change(id, change) {
    return keep.update("fights", id, ({ players = {} }) => ({ players: { ...players, ...change(players) } }));
  }

  /** Show a link to what players see now, and its QR code. @param {string} id */
  async #offerLink(id) {
    const record = await keep.get("fights", id);
    const answer = record && (await this.#ask(record));
    if (!answer || answer.error !== undefined) {
      showError(this.#link, answer?.error ?? NOT_ANSWERED);
      return;
    }
    const page = resolveAddress(`${this.game}/fight/`);
    const link = await buildLink(page, "view", answer.view);
    if (link === null || link.length > LONGEST_EVERYWHERE) {
      showError(this.#link, "This view is too long for a link.");
      return;
    }
    const send = makeAction("fb-button", "Share the link", () => share(send, link, "Link to the players’ view"));
    const now = await buildLink(page, "view", { ...answer.view, moment: null, rounds: [] }); // a code of less is easier to scan
    const code = (now && drawQrCode(now)) ?? make("p", {}, "The link is too long for a QR code.");
    const words = "It shows how everyone is now. It can’t be played on, and says nothing that players don’t see.";
    this.#link.replaceChildren(send, code, make("p", {}, words));
    say("Here are a link and a QR code.");
  }
}

/** @param {string} words @param {boolean} [isOn] @param {string} [name] */
function makeTick(words, isOn = false, name = words) {
  const input = make("input", { type: "checkbox", checked: isOn, "aria-label": name });
  return { input, label: make("label", { className: "fb-players-tick" }, input, ` ${words}`) };
}

/** @param {string[]} keys @param {string} key @param {boolean} isOn */
const toggle = (keys, key, isOn) => [...keys.filter((each) => each !== key), ...(isOn ? [key] : [])];
