// The shelf of a fight, in the drawer of the bar's "…": its name, its link, a way to delete it, and the game's other
// fights on this device.
import { buildLink, formatFile, LONGEST_EVERYWHERE, saveAs } from "#play-shared";
import { make, makeButton, say, share } from "#shared";
import { keep } from "#store";
import { makeShortcutSwitch } from "./board-keyboard.js";

/** The id of a fight that nobody has joined yet. */
export const NEW = "new";

const LONGEST_NAME = 80;

export class Shelf {
  element = make("div", { className: "fb-fight-shelf" });
  #drawn = "";
  #id = "";

  /**
   * @param {string} game
   * @param {(id: string) => Promise<unknown>} turnTo shows another fight of this device, or a new one
   * @param {(content: Node[]) => HTMLElement} makeNotice shows something over the board
   */
  constructor(game, turnTo, makeNotice) {
    this.game = game;
    this.turnTo = turnTo;
    this.makeNotice = makeNotice;
  }

  /** Draw the shelf of a fight. Unchanged content stays as it is, and open. @param {string} id the fight on show, or "" */
  async draw(id) {
    const fights = await keep.list("fights", this.game);
    this.#id = id;
    const own = fights.find((each) => each.id === id);
    const others = fights.filter((each) => each !== own);
    const drawn = JSON.stringify([id, own?.name, fights.length, others.map(({ name, changed }) => [name, changed])]);
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    const wasOpen = this.element.querySelector("details")?.open ?? false;
    const focused = describeFocus(this.element);
    this.element.replaceChildren(
      ...(own ? [this.#makeTitle(own)] : []),
      ...(fights.length ? [this.#makeTools(own)] : []),
      ...(others.length ? [this.#makeOthers(others, wasOpen)] : []),
      makeShortcutSwitch(),
    );
    if (focused) focusIn(this.element, focused);
  }

  /** @param {import("#store").StoredRecord} fight */
  #makeTitle({ id, name }) {
    const field = make("input", {
      type: "text",
      className: "fb-fight-title-field",
      value: name,
      maxLength: LONGEST_NAME,
    });
    field.autocomplete = "off";
    field.addEventListener("change", async () => {
      const chosen = field.value.trim() || name;
      field.value = chosen;
      await keep.update("fights", id, () => ({ name: chosen }));
      say(`This fight is called ${chosen}.`);
    });
    return make("label", { className: "fb-fight-named" }, "This fight's name ", field);
  }

  /** @param {import("#store").StoredRecord | undefined} own */
  #makeTools(own) {
    const fresh = makeButton("fb-fight-fresh", "New fight");
    fresh.addEventListener("click", () => this.turnTo(NEW));
    const tools = make("p", { className: "fb-fight-tools" });
    if (own) {
      const sharer = makeButton("fb-share", "Share this fight");
      sharer.addEventListener("click", () => this.#share(sharer, own.id));
      tools.append(sharer, fresh, this.#makeRemover(own, "Delete this fight"));
    } else tools.append(fresh);
    return tools;
  }

  /** @param {import("#store").StoredRecord[]} others @param {boolean} isOpen */
  #makeOthers(others, isOpen) {
    const items = others.map((fight) => {
      const opener = makeButton("fb-fight-older", `${fight.name}, ${new Date(fight.changed).toLocaleTimeString()}`);
      opener.addEventListener("click", () => this.turnTo(fight.id));
      return make("li", {}, opener, this.#makeRemover(fight, "Delete"));
    });
    const details = make(
      "details",
      { className: "fb-fight-olders" },
      make("summary", {}, `Other fights (${others.length})`),
      make("ul", {}, ...items),
    );
    details.open = isOpen;
    return details;
  }

  /** @param {import("#store").StoredRecord} fight @param {string} words */
  #makeRemover({ id, name }, words) {
    const remover = makeButton("fb-fight-delete", words, words === "Delete" ? `Delete ${name}` : words);
    remover.addEventListener("click", () => this.#remove(id, name));
    return remover;
  }

  /** Delete a fight, with a way back. @param {string} id @param {string} name */
  async #remove(id, name) {
    const isOnShow = id === this.#id;
    const bringBack = await keep.remove("fights", id);
    if (isOnShow) await this.turnTo(NEW);
    await this.draw(isOnShow ? "" : this.#id);
    const back = makeButton("fb-button", "Bring it back");
    const note = this.makeNotice([make("p", {}, `${name} is deleted.`), back]);
    back.addEventListener("click", async () => {
      await bringBack();
      note.remove();
      await this.turnTo(id);
      say(`${name} is back.`);
    });
    back.focus({ preventScroll: true });
    say(`${name} is deleted.`);
  }

  /** Share a link that contains a fight. @param {HTMLButtonElement} sharer @param {string} id */
  async #share(sharer, id) {
    const kept = await keep.get("fights", id);
    if (!kept) return;
    const link = await buildLink(`${location.origin}${location.pathname}`, "fight", kept.data);
    if (link !== null && link.length <= LONGEST_EVERYWHERE) share(sharer, link, "Link to this fight");
    else this.#shareLong(sharer, kept, link);
  }

  /**
   * Report that a link is too long for other apps or for this site, and offer a file.
   * @param {HTMLElement} sharer
   * @param {import("#store").StoredRecord} kept
   * @param {string | null} link null if this site couldn't open it
   */
  #shareLong(sharer, kept, link) {
    const words =
      link === null
        ? "This fight is too long for a link. Send it as a file instead; “Import a file” on the game's characters page opens it."
        : `The link to this fight has ${link.length.toLocaleString("en")} characters, and some apps cut links that long.`
          + " A file always works; “Import a file” on the game's characters page opens it.";
    const save = makeButton("fb-add", "Save as file");
    save.addEventListener("click", () => saveAs(kept.name || "fight", formatFile({ fights: [kept] })));
    const place = make("div", { className: "fb-fight-shared" }, make("p", {}, words), save);
    if (link !== null) {
      const send = makeButton("fb-add fb-fight-long", "Share the link");
      send.addEventListener("click", () => share(send, link, "Link to this fight"));
      place.append(send);
    }
    const tools = sharer.closest("p");
    if (tools?.nextElementSibling?.matches(".fb-fight-shared")) tools.nextElementSibling.remove();
    tools?.after(place);
    say(words);
    save.focus();
  }
}

/**
 * Describe the focused element of the shelf, so that the focus can be restored.
 * @param {Element} root
 */
function describeFocus(root) {
  const { activeElement } = document;
  if (!activeElement || !root.contains(activeElement)) return null;
  return {
    name: activeElement.className,
    at: [...root.getElementsByClassName(activeElement.className)].indexOf(activeElement),
  };
}

/** @param {Element} root @param {{ name: string, at: number }} place */
function focusIn(root, { name, at }) {
  const next = root.getElementsByClassName(name)[at] ?? root.querySelector("button");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
