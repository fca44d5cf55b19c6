// The players' view of a fight: in a window of its own, live, or from a link, as it was when the link was made. The rules
// decide what players see (rules_py/play/board/players.py).
import { readFragment } from "#play-shared";
import { addStyles, askRules, make, makeAction, resolveAddress, say, showError } from "#shared";
import { keep } from "#store";

const LIVE = /^#players=(?<id>[0-9a-f-]{36})$/;
const NOT_HERE = "This fight isn't on this device.";

/** Open the players' view of a fight in a window of its own. @param {string} game @param {string} id of the stored fight */
export function openPlayersWindow(game, id) {
  window.open(resolveAddress(`${game}/fight/#players=${id}`), "fieldbook-players", "popup,width=1280,height=800");
}

export class PlayersWindow {
  #place = make("div", { className: "fb-players-place" });
  #tools = make("p", { className: "fb-players-tools" });
  #shown = "";
  /** @type {WakeLockSentinel | null} */
  #lock = null;
  #stops = /** @type {(() => void)[]} */ ([]);

  /** @param {HTMLElement} host @param {string} game */
  constructor(host, game) {
    this.host = host;
    this.game = game;
    const wide = makeAction("fb-add", "Full screen", () => document.documentElement.requestFullscreen?.());
    wide.hidden = !document.fullscreenEnabled;
    this.#tools.append(wide);
  }

  /** Show the view that the address asks for. */
  async start() {
    document.documentElement.dataset.playersView = "";
    const icons = [...this.host.querySelectorAll(".fb-sprite")];
    this.host.replaceChildren(...icons, this.#place, this.#tools);
    addEventListener("hashchange", this.#reload);
    await addStyles("players");
    const id = LIVE.exec(location.hash)?.groups?.id;
    if (id) {
      this.#stops.push(keep.watch("fights", (told) => (told.id === id || !told.id) && this.#showStored(id)));
      this.#holdScreen();
      document.addEventListener("visibilitychange", this.#holdScreen);
      await this.#showStored(id);
    } else await this.#showShared();
  }

  end() {
    for (const stop of this.#stops) stop();
    removeEventListener("hashchange", this.#reload);
    document.removeEventListener("visibilitychange", this.#holdScreen);
    this.#lock?.release();
    delete document.documentElement.dataset.playersView;
  }

  /** Show what a newer link in the same tab brings. */
  #reload = () => location.reload();

  /** @param {string} id */
  async #showStored(id) {
    const record = await keep.get("fights", id);
    if (!record) {
      showError(this.#place, NOT_HERE);
      return;
    }
    const { data, players = {}, name } = record;
    const args = [JSON.stringify(data?.events ?? null), JSON.stringify(players), name];
    await this.#ask("players_view", args);
  }

  async #showShared() {
    try {
      const view = await readFragment("view", location.hash);
      await this.#ask("shared_view", [JSON.stringify(view)]);
    } catch (error) {
      showError(this.#place, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {"players_view" | "shared_view"} kind @param {string[]} args */
  async #ask(kind, args) {
    const answer = /** @type {any} */ (await askRules(this.host, { kind, id: `${this.game}.fight`, args }));
    if (!answer) return; // a newer question has replaced it
    if (answer.error !== undefined) showError(this.#place, answer.error);
    else if (answer.html !== this.#shown) {
      this.#shown = answer.html;
      this.#place.innerHTML = answer.html;
      say(answer.said);
    }
  }

  /** Keep the screen on while the view is live. */
  #holdScreen = async () => {
    if (document.visibilityState !== "visible") return;
    this.#lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  };
}
