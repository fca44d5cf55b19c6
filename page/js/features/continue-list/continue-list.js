// <fb-continue>: the latest sheets, fights and screens of this device, on the home page and on games' landing pages. It
// shows the list of lib/recent.js at once, and then looks into the database, which other versions may have changed.
import { fetchText, make, notify, prepareWorker, resolveAddress, runWhenIdle } from "#shared";
import { keep } from "#store";
import { CONTINUED, readRecent, selectLatest, setRecent } from "../../lib/recent.js";

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {{ light: string, dark: string } | null} accent
 * @property {Record<string, string>} pages the address that shows its records, by store
 * @property {Record<string, [value: string, most: string, label: string]>} meters by kind of sheet
 *
 * @typedef {import("../../lib/recent.js").Recent} Recent
 */

const LAST = "#last"; // an address's fragment that opens the last character

const WITHOUT_NAME = { sheets: "A sheet without a name", fights: "A fight", screens: "A screen" };

export class Continue extends HTMLElement {
  #drawn = "";
  #update = () => this.#draw();

  connectedCallback() {
    this.#draw();
    addEventListener("storage", this.#update); // another tab has changed something
    addEventListener("pageshow", this.#update); // this tab has, on a page from which the reader steps back
    runWhenIdle(() => this.#lookUp());
  }

  disconnectedCallback() {
    removeEventListener("storage", this.#update);
    removeEventListener("pageshow", this.#update);
  }

  /** @returns {Record<string, Game>} */
  get games() {
    return JSON.parse(this.dataset.games ?? "{}");
  }

  /** @param {Recent} entry */
  linkTo({ store, game, id }) {
    return `${resolveAddress(this.games[game].pages[store])}#kept=${id}`;
  }

  #draw() {
    const { games } = this;
    const own = this.getAttribute("game") ?? "";
    const shown = selectLatest(own).filter(({ store, game }) => games[game]?.pages?.[store]);
    const drawn = JSON.stringify(shown);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.style.setProperty("--lines", String(shown.length));
    const list = make(
      "div",
      { className: "fb-continue-list" },
      ...shown.map((entry) => this.#makeLine(entry, games[entry.game], own)),
    );
    const words = make("p", { className: "fb-continue-title", "aria-hidden": "true" }, "Continue");
    this.replaceChildren(...(shown.length ? [make("nav", { "aria-label": "Continue" }, words, list)] : []));
  }

  /** @param {Recent} entry @param {Game} game @param {string} own the page's game */
  #makeLine(entry, { name, accent }, own) {
    const about = [own ? "" : name, entry.detail].filter(Boolean).join(", ");
    const line = make(
      "a",
      { href: this.linkTo(entry), "data-kept": entry.id },
      make("strong", {}, entry.name || WITHOUT_NAME[entry.store]),
      ...(about ? [" ", make("span", {}, about)] : []),
    );
    if (accent) line.style.cssText = `--game-light:${accent.light};--game-dark:${accent.dark}`;
    return line;
  }

  /** Replace the list by the database's records. */
  async #lookUp() {
    if (!this.isConnected) return;
    const { games } = this;
    const own = this.getAttribute("game") ?? "";
    const found = await Promise.all(
      CONTINUED.map(async (store) =>
        (await keep.list(store, own || undefined)).map((record) => describe(store, record, games[record.game])),
      ),
    );
    if (keep.trouble) return;
    const others = readRecent().filter(({ game }) => own && game !== own);
    setRecent([...found.flat().filter((each) => each !== null), ...others]);
    this.#draw();
    runWhenIdle(() => this.#prepareSheet());
  }

  /** Load the page, the scripts and the rules of the first character on the list, and the sheet, so that it opens at once. */
  async #prepareSheet() {
    const { games } = this;
    const first = selectLatest(this.getAttribute("game") ?? "").find(({ store }) => store === "sheets");
    const page = first && games[first.game]?.pages?.sheets;
    if (!page || navigator.connection?.saveData) return;
    prepareWorker(`${first.game}.sheets`, "sheets");
    try {
      const [, { prepareSheet }, record] = await Promise.all([
        import("#characters"),
        import("#sheet"),
        keep.get("sheets", first.id),
        fetchText(resolveAddress(page)),
      ]);
      if (record) prepareSheet(record);
    } catch {
      // the tap reports it
    }
  }
}

/**
 * Describe a record, or return null for one that can't be continued.
 * @param {Recent["store"]} store
 * @param {import("#store").StoredRecord} record
 * @param {Game | undefined} game
 * @returns {Recent | null}
 */
function describe(store, { id, game: slug, name, data, changed, summary }, game) {
  if (store === "fights" && !data?.events?.length) return null;
  const details = {
    sheets: () => describeMeter(data, game),
    fights: () => (typeof summary?.line === "string" ? summary.line : "Fight"),
    screens: () => "GM screen",
  };
  return { store, id, game: slug, name, at: changed, detail: details[store]() };
}

/** Return a sheet's meter in words, such as “5 of 6 HP”, or "". @param {any} data @param {Game | undefined} game */
function describeMeter(data, game) {
  const [value = "", most = "", label = ""] = game?.meters?.[data?.sheet] ?? [];
  const [now, all] = [value, most].map((name) => data?.fields?.[name] ?? data?.derived?.[name]);
  return Number.isFinite(now) && Number.isFinite(all) ? `${now} of ${all} ${label}` : "";
}

/** If the address ends with #last, open the character that was changed last: of the page's game, or of all games. */
export function goToLast() {
  if (location.hash !== LAST) return;
  const sheets = document.querySelector("fb-sheets");
  const continued = /** @type {Continue | null} */ (document.querySelector("fb-continue"));
  const game = (sheets ?? continued)?.getAttribute("game") ?? "";
  const last = readRecent().find((entry) => entry.store === "sheets" && (!game || entry.game === game));
  const here = location.pathname + location.search;
  if (last && continued && !sheets) {
    location.replace(continued.linkTo(last));
    return;
  }
  history.replaceState(history.state, "", last && sheets ? `${here}#kept=${last.id}` : here);
  dispatchEvent(new Event("stepped")); // for elements that already follow the address
  if (!last) notify("No character is saved on this device yet");
}
