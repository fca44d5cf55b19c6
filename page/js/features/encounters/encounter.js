// <fb-fight>: a fight on the page, as a board. The rules draw the board for a view; each control carries the view's
// change or the command that it stands for (rules_py/rendering/fights/), and this element passes them on. On a GM's
// screen, its attribute `fight` names the stored fight, and the address is the screen's.
import {
  bringIntoView,
  find,
  findClicked,
  findControls,
  focusOn,
  guardTaps,
  make,
  ignoreRepeats,
  makeAction,
  makeButton,
  nameControl,
  runWhenIdle,
  say,
  sayWaiting,
  showError,
  showWaiting,
  showWhileWaiting,
  stepField,
} from "#shared";
import { keep, TROUBLE_WORDS } from "#store";
import { askChances } from "../../components/fight-questions.js";
import { Board, renameParts } from "./board.js";
import { handleKeys } from "./board-keyboard.js";
import { isPast, mergeView, readCommandFields, readViewChange } from "./board-view.js";
import { openDice, openForm } from "./fight-forms.js";
import { copyEncounter } from "./encounter-records.js";
import { buildFightAddress, PageAddress, TileAddress } from "./fight-address.js";
import { NEW, saveFight, Shelf } from "./fight-shelf.js";
import { Forecast } from "./forecast.js";
import { findChanged } from "./joined-sheets.js";
import { isSentByButton, moveTo, noteSent, settle } from "./kept-fields.js";
import { showRefusal } from "./refusal.js";
import { requestWakeLock, makeAwakeSwitch } from "./screen-lock.js";
import { listSeats, offerSeats } from "./seats.js";
import { makeSharedOffer } from "./shared-fight.js";
import { makeSlowFight, SLOW_AFTER } from "./slow-fight.js";
import { offerReturns, returnToSheets } from "./sheet-returns.js";
import { getSheet, NOT_HERE, StoredFight } from "./stored-fight.js";

const PLAYING = ["roll", "rolled", "series", "all", "order", "turn", "amend", "withdraw"];
const NO_SCRIPT = "This part of the page couldn't be loaded. Reload the page once you're online.";
const LOOK_ONLY = "This fight came in a link. Save it, and you can play on.";
const OPENING = "This fight takes a while to open.";
const LONG_LINK = "This link has a long fight, which takes a while to open.";
const STOPPED = "Opening this fight was stopped. It stays as it is.";
const ANSWER = "#answer="; // begins an address with a player's answer to a roll of a fight

let made = 0;

export class Fight extends HTMLElement {
  #suffix = `-${(made += 1)}`; // of names on a screen with several boards
  #address = new PageAddress();
  #empty = ""; // the board before anyone joins, from the page
  /** @type {import("./board-view.js").BoardView} */
  #view = {};
  /** @type {StoredFight | undefined} */
  #stored;
  /** @type {Board | undefined} */
  #drawn;
  /** @type {Shelf | undefined} */
  #shelf;
  /** @type {Forecast | null} */
  #forecast = null;
  /** The end of the latest task: they run one after the other, so that each answer is drawn. @type {Promise<any>} */
  #latest = Promise.resolve();
  #waiting = 0; // tasks that haven't ended
  /** The tasks of tapped controls whose answers aren't on show yet, by the controls' names. @type {Map<string, object>} */
  #underWay = new Map();
  /** Note that the answer to the tap whose task is running is on show. */
  #noteAnswer = () => {};
  #pendingLooks = 0; // changes of the view that aren't drawn yet
  /** Stops the opening of the board that is asked for. */
  #opening = new AbortController();
  /** Stops the opening of the link that is offered. */
  #offering = new AbortController();
  #drawings = 0; // prevents a late answer from replacing a newer one
  #offered = ""; // the last offered link
  #saveCopy = makeButton("fb-add", "Save a copy as a file");
  /** The control that was tapped last. @type {HTMLElement | null} */
  #tapped = null;
  /** @type {import("./players-window.js").PlayersWindow | undefined} */
  #players;
  /** @type {import("./players-settings.js").PlayersSettings | undefined} */
  #settings;
  #visit = new AbortController();
  /** The open log, once it is loaded. @type {Promise<import("./past.js").Past> | undefined} */
  #past;
  /** The view of the past that was drawn last. @type {import("./board-view.js").BoardView} */
  #shownPast = {};

  async connectedCallback() {
    this.#address = this.hasAttribute("fight") ? new TileAddress(this, this.#suffix) : new PageAddress();
    if (this.#address.isForPlayers) return this.#showPlayersView();
    this.#empty ||= this.#stage.innerHTML;
    this.#stored ??= new StoredFight(this, this.game);
    this.#drawn ??= new Board(this.#stage);
    this.#shelf ??= new Shelf(
      this,
      this.game,
      (id) => {
        this.#opening.abort();
        return this.#enqueue(() => this.#turnTo(id));
      },
      (content) => this.#showNotice(content),
    );
    if (!this.dataset.guarded) {
      guardTaps(this);
      this.#saveCopy.addEventListener("click", ignoreRepeats(this.#saveFight));
    }
    this.dataset.guarded = "";
    const { signal } = (this.#visit = new AbortController());
    this.addEventListener("click", (event) => this.#handleClick(event), { signal });
    this.addEventListener("change", (event) => this.#handleChange(event), { signal });
    this.addEventListener("pointerdown", (event) => this.#handlePress(event), { signal });
    this.addEventListener("rolled", (event) => this.#handleRoll(event), { signal });
    keep.addEventListener("trouble", () => this.#showTrouble(), { signal });
    addEventListener("stepped", () => this.#handleStep(), { signal });
    const stops = [
      requestWakeLock(),
      keep.watch("fights", ({ id }) => {
        this.#shelf?.note(id);
        this.#enqueue(() => this.#follow(id));
      }),
      keep.watch("sheets", () => this.#enqueue(() => this.#followSheets())),
      handleKeys(this, {
        look: (change) => this.#lookLater(change),
        openedPart: () => this.#view.open ?? (this.#board.drawer ? "form" : ""),
        again: (control) => this.#lookAgain(control),
      }),
    ];
    for (const stop of stops) signal.addEventListener("abort", stop);
    this.#shelf.note(); // fights may have changed while this page was away
    if (location.hash.startsWith(ANSWER)) await this.#offerAnswer();
    else await this.#enqueue(() => this.#showNamed());
    this.#offerShared();
  }

  /** Show the fight that waits for the answer in the address, and offer its dice. */
  async #offerAnswer() {
    const { hash } = location;
    const leave = (/** @type {string} */ id) => {
      history.replaceState(history.state, "", id ? buildFightAddress(id) : location.pathname + location.search);
      return this.#enqueue(() => this.#showNamed());
    };
    try {
      const { openFightAnswer } = await import("#requests").catch(() => {
        throw new Error(NO_SCRIPT);
      });
      const { fight, content } = await openFightAnswer(this.game, hash, async (command) => {
        const drawn = this.#fight.events.length;
        await this.act(command);
        const isDone = this.#fight.events.length !== drawn;
        if (isDone) focusOn(this.#stage.querySelector(".fb-play"));
        return isDone;
      });
      await leave(fight);
      this.#showNotice(content);
    } catch (error) {
      await leave("");
      this.#showProblem(error instanceof Error ? error.message : String(error));
    }
  }

  /** Show below the tapped button the link with which a player rolls the first dice of a roll. @param {HTMLElement} pressed */
  async #askPlayer(pressed) {
    const row = pressed.closest(".fb-row");
    if (row?.nextElementSibling?.matches(".fb-asking:not([hidden])")) return; // another tap asks for the same roll
    const script = await import("#requests").catch(() => null);
    if (!script) return this.#showProblem(NO_SCRIPT);
    const place = make("div", { className: "fb-asking" });
    const asked = JSON.parse(pressed.dataset.ask ?? "{}");
    try {
      await script.offerFightRequest(place, this.game, this.#fight.id, this.#fight.events, asked);
    } catch (error) {
      showError(place, error instanceof Error ? error.message : String(error));
    }
    row?.after(place);
    bringIntoView(place);
  }

  /** Show what players see, in place of the board. */
  async #showPlayersView() {
    try {
      const { PlayersWindow } = await import("#players");
      this.#players = new PlayersWindow(this, this.game);
      await this.#players.start();
    } catch {
      this.#showProblem(NO_SCRIPT);
    }
  }

  /** Show the choices about what players see, in their drawer. */
  async #showPlayersSettings() {
    const place = this.#stage.querySelector(".fb-players-settings-place");
    if (!place) return;
    if (this.#fight.isShared) return place.replaceChildren(make("p", {}, LOOK_ONLY));
    if (!this.#settings) {
      const script = await import("#players").catch(() => null);
      if (!script) return this.#showProblem(NO_SCRIPT);
      this.#settings ??= new script.PlayersSettings(this, this.game);
    }
    moveTo(place, this.#settings.element);
    await this.#settings.draw(this.#fight.id);
  }

  disconnectedCallback() {
    this.#opening.abort();
    this.#offering.abort();
    this.#players?.end();
    this.#visit.abort();
    this.#forecast?.stop();
    this.#view = {}; // another visit begins with what is usual
  }

  get game() {
    return this.getAttribute("game") ?? "";
  }

  get #stage() {
    return find(this, ".fb-fight-stage", HTMLElement);
  }

  get #fight() {
    return /** @type {StoredFight} */ (this.#stored);
  }

  get #board() {
    return /** @type {Board} */ (this.#drawn);
  }

  /**
   * Do something once everything before it is done.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  #enqueue(task) {
    this.#waiting += 1;
    this.setAttribute("aria-busy", "true");
    const done = this.#latest.then(task, task).finally(() => {
      this.#waiting -= 1;
      if (!this.#waiting) this.removeAttribute("aria-busy");
    });
    this.#latest = done.catch(() => {});
    return done;
  }

  /** Show a change that isn't on show yet, from this tab or another one. @param {string} id "" for any fight */
  async #follow(id) {
    if (!this.isConnected) return;
    if (!id) await this.#showNamed();
    else if (id === this.#fight.id) {
      const kept = await keep.get("fights", id);
      if (kept?.revision === this.#fight.record?.revision) return;
      await this.#show();
    }
    await this.#drawShelf();
  }

  /** Show what has changed on the stored sheets of combatants. */
  async #followSheets() {
    if (!this.isConnected) return;
    const { id, changedSheets } = this.#fight;
    const kept = id ? await keep.get("fights", id) : null;
    const changed = await findChanged(kept, getSheet);
    if (kept && JSON.stringify(changed) !== JSON.stringify(changedSheets)) await this.#show();
    else if (!this.#fight.isShared && !kept?.data.events?.length) await offerSeats(this.#stage, this.game, kept);
  }

  #drawShelf() {
    return this.#shelf?.draw(this.#fight.id);
  }

  /** Show on the mat for as long as saving fails, with a way to keep the fight. */
  #showTrouble() {
    const words = TROUBLE_WORDS[keep.trouble];
    this.#saveCopy.hidden = keep.isSaved || !this.#stored?.record;
    const place = this.querySelector(".fb-fight-trouble");
    if (place?.firstChild?.textContent === `${words} `) return;
    place?.remove();
    if (!words) return;
    this.querySelector(".fb-mat")?.prepend(make("p", { className: "fb-fight-trouble" }, `${words} `, this.#saveCopy));
  }

  /** Save the fight on show as a file. */
  #saveFight = async () => {
    const { record } = this.#fight;
    try {
      if (record) await saveFight(record);
    } catch (error) {
      this.#showProblem(error instanceof Error ? error.message : String(error));
    }
  };

  /** Follow a link or a step back to another fight on this page. */
  async #handleStep() {
    if (!this.#address.hasSteps) return; // the next page is coming
    if (this.#address.isForPlayers) return location.reload(); // what players see takes the place of the whole page
    const { isOfFight } = this.#address;
    if (isOfFight) this.#notice?.remove();
    if (isOfFight && !location.hash.endsWith(this.#fight.id)) this.#opening.abort();
    this.#offerShared();
    if (location.hash.startsWith(ANSWER)) await this.#offerAnswer();
    if (!isOfFight) return;
    const before = this.#fight.id;
    await this.#enqueue(() => this.#showNamed());
    if (this.#fight.id !== before) this.#sayWhich();
  }

  /** Show the fight in the address, or the screen's. Without one, keep the current fight, or show the latest. */
  async #showNamed() {
    if (this.#fight.isShared && location.hash.startsWith("#fight=")) return;
    const named = this.#address.readId();
    const all = await keep.list("fights", this.game);
    if (!this.isConnected || !this.#address.isOnShow) return;
    const latest = all[0]?.id ?? "";
    const before = this.#fight.id;
    const id = named === undefined ? before || latest : (all.find((each) => each.id === named)?.id ?? "");
    if (id !== before || this.#fight.isShared) {
      this.#view = {};
      this.#forecast?.stop();
      this.#forecast = null;
    }
    this.#fight.turnTo(id);
    if (!location.hash) this.#address.name(id);
    const isMissing = named !== undefined && named !== NEW && !id && !keep.trouble; // the mat shows storage trouble
    if (isMissing) this.#showProblem(NOT_HERE);
    await this.#show();
    await this.#drawShelf();
  }

  /** Name the fight on show in the address, unless the reader has left it meanwhile. */
  #nameInAddress() {
    if (this.isConnected) this.#address.name(this.#fight.id);
  }

  /** Show something over the board, in place of an earlier notice. @param {Node[]} content */
  #showNotice(content) {
    const place = make("div", { className: "fb-fight-notice" }, ...content);
    place.toggleAttribute("data-over", this.#hasDrawer); // it answers a tap in the drawer
    this.#notice?.remove();
    this.prepend(place);
    return place;
  }

  /** @param {string} sentence */
  #showProblem(sentence) {
    showError(this.#showNotice([]), sentence);
  }

  get #hasDrawer() {
    return this.#stage.querySelector(".fb-drawer") !== null;
  }

  get #notice() {
    return this.querySelector(":scope > .fb-fight-notice");
  }

  /**
   * Execute a command and store the resulting events, once earlier commands are done.
   * @param {{ act: string } & Record<string, any>} act see rules_py.play.fight.commands
   * @param {string} [keptId] the stored sheet that someone joins as
   * @returns {Promise<string>} a description of what happened
   */
  act(act, keptId) {
    return this.#enqueue(() => this.#execute(act, keptId));
  }

  /**
   * @param {{ act: string } & Record<string, any>} act
   * @param {string} [keptId]
   * @param {() => void} [settleSent] settles the values of fields that the command has
   */
  async #execute(act, keptId, settleSent = () => {}) {
    if (this.#fight.isShared) return this.#refuseShared();
    const { before, edits = [] } = this.#view;
    if (before) {
      const insert = { do: "insert", event: before, command: act };
      await this.#makeLook({ edits: [...edits, insert], before: null, open: "" })();
      return "";
    }
    const isPlaying = PLAYING.includes(act.act);
    if (isPlaying) this.#view = findLasting(this.#view, act.act); // show the next combatant
    const outcome = await this.#showWork(this.#fight.execute(act, this.#view, keptId));
    const { record, problem, override, said, html, needsDice } = outcome;
    if (needsDice) {
      this.#askForDice(act, keptId, settleSent);
      return "";
    }
    if (!problem) settleSent();
    if (record?.id === this.#fight.id) {
      if (!location.hash) this.#nameInAddress();
      if (!problem) await this.#draw(html, isPlaying);
      else if (record.revision !== this.#fight.record?.revision) await this.#show(); // another tab has changed it
    }
    this.#nameInAddress();
    await this.#drawShelf();
    if (problem) this.#refuse(problem, override && { ...act, override });
    else {
      say(said);
      if (this.#notice?.matches(":has(.fb-error), [data-past]")) this.#notice.remove(); // it is about what was before
    }
    return problem || said;
  }

  /**
   * Ask the table for the dice of a command, and execute it with them.
   * @param {{ act: string } & Record<string, any>} act
   * @param {string} [keptId]
   * @param {() => void} [settleSent]
   */
  #askForDice(act, keptId, settleSent) {
    const askAgain = (/** @type {any} */ fallen, /** @type {AbortSignal} */ signal) =>
      this.#fight.askDice(act, fallen, signal);
    const use = (/** @type {string} */ faces) => {
      const command = { ...act, faces: faces.split(",").filter(Boolean).map(Number) };
      return this.#enqueue(() => this.#execute(command, keptId, settleSent));
    };
    openDice(this, askAgain, use).catch(() => this.#showProblem(NO_SCRIPT));
  }

  /**
   * Wait for a command, and show it if that takes long.
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  async #showWork(work) {
    this.#drawings += 1;
    const waiting = make("div", { className: "fb-fight-waiting" });
    try {
      return await showWhileWaiting(work, () => {
        showWaiting(waiting, "Working…");
        (this.#stage.querySelector(".fb-mat") ?? this.#stage).append(waiting);
        sayWaiting("Working…");
      });
    } finally {
      waiting.remove();
    }
  }

  /**
   * Undo or do again, unless the fight has changed since it was drawn.
   * @param {"undo" | "redo"} way
   * @param {number} drawn the number of events that the reader has seen
   */
  async #move(way, drawn) {
    if (this.#fight.isShared) return this.#refuseShared();
    this.#view = {};
    const { problem, said, html, record } = await this.#showWork(this.#fight[way](drawn, this.#view));
    if (!problem && record) await this.#draw(html);
    else await this.#show();
    await this.#drawShelf();
    if (problem) this.#refuse(problem);
    else say(said);
  }

  /** Show the fight as it is stored, after bringing it up to date with stored sheets. */
  async #show() {
    const number = (this.#drawings += 1);
    const isLate = () => number !== this.#drawings || !this.isConnected;
    const showProgress = () => {
      if (!this.#fight.record) showWaiting(this.#stage, "Loading your fight…");
    };
    await this.#fight.read();
    if (isLate()) return;
    const { signal } = (this.#opening = new AbortController());
    const late = { after: SLOW_AFTER, run: () => this.#showSlowly(OPENING) };
    const preparing = this.#fight.id ? this.#fight.prepare(this.#view, signal) : Promise.resolve(null);
    const prepared = await showWhileWaiting(preparing, showProgress, late);
    if (prepared) await this.#fight.read();
    if (isLate()) return;
    if (signal.aborted) {
      this.#showSlowly(STOPPED, true);
      this.#noteAnswer();
      return;
    }
    const { record, events } = this.#fight;
    if (Array.isArray(events) && !events.length && !record) {
      await this.#draw(this.#empty);
      if (!navigator.connection?.saveData) runWhenIdle(() => this.#lookAhead()); // the first answer takes longest
      return;
    }
    if (prepared) say(prepared.said);
    if (prepared?.record?.revision === record?.revision && prepared?.html) await this.#draw(prepared.html);
    else await this.#look(number, showProgress);
  }

  /**
   * Draw the board for the view as it is now.
   * @param {number} [number] of the drawing
   * @param {() => void} [showProgress]
   */
  async #look(number = (this.#drawings += 1), showProgress = () => {}) {
    const view = this.#view;
    const { signal } = (this.#opening = new AbortController());
    const late = { after: SLOW_AFTER, run: () => this.#showSlowly(OPENING) };
    const asked = isPast(view) ? this.#lookAtPast() : this.#fight.look(view, signal);
    const answer = await showWhileWaiting(asked, showProgress, late);
    if (number !== this.#drawings || !this.isConnected) return;
    if (answer.error === undefined) {
      const isOther = view.event !== this.#shownPast.event;
      this.#shownPast = view;
      await this.#draw(answer.html);
      if (isOther) this.#stage.querySelector(".fb-rounds li[data-open]")?.scrollIntoView({ block: "nearest" });
      if (view.edits && "said" in answer) say(answer.said || "Nothing else changes.");
    } else if (isPast(view)) {
      this.#view = this.#shownPast === view ? {} : this.#shownPast;
      await this.#look();
      this.#refuse(answer.error);
    } else {
      this.#showSlowly(signal.aborted ? STOPPED : answer.error, true);
      this.#noteAnswer();
    }
  }

  /**
   * Show a fight without its board, which takes long or can't be drawn. A board of the same fight stays while it waits.
   * @param {string} sentence
   * @param {boolean} isProblem
   */
  #showSlowly(sentence, isProblem = false) {
    const { record, events, id, isShared } = this.#fight;
    if (!isProblem && this.getAttribute("shown") === id && this.#stage.querySelector(".fb-board")) return;
    const button = makeAction("fb-button", isProblem ? "Try again" : "Stop", () => {
      if (isProblem) this.#enqueue(() => this.#show());
      else this.#opening.abort();
    });
    const fight = { name: record?.name || (isShared ? "A shared fight" : "Fight"), events };
    this.removeAttribute("shown");
    this.#stage.replaceChildren(makeSlowFight(this.game, fight, { sentence, isProblem }, [button]));
    if (this.#shelf) this.#stage.append(this.#shelf.element, this.#shelf.list);
    this.#drawShelf();
  }

  /**
   * Show the board with what only the page knows.
   * @param {string} html
   * @param {boolean} [isNew] true if dice have just fallen
   */
  async #draw(html, isNew = false) {
    const { record, events, id } = this.#fight;
    const isOther = this.getAttribute("shown") !== id;
    this.setAttribute("shown", id);
    this.#board.draw(html, () => this.#complete(), { isNew, isOther });
    this.#noteAnswer();
    this.#forecast?.follow(Array.isArray(events) ? events : []);
    if (!isPast(this.#view)) this.#fillChances(this.#drawings);
    if (this.#fight.isShared) return;
    await Promise.all([offerSeats(this.#stage, this.game, record), offerReturns(this.#stage, record)]);
  }

  /** Put the forecast and the shelf into their places on the board. */
  #complete() {
    if (this.#address.suffix) renameParts(this.#stage, this.#address.suffix);
    this.#forecast ??= new Forecast(this);
    this.#forecast.moveInto(this.#stage);
    this.#shelf?.moveInto(this.#stage);
    this.querySelector(".fb-awake-place")?.replaceChildren(makeAwakeSwitch());
    if (!this.#hasDrawer) this.#notice?.removeAttribute("data-over");
    this.#showPlayersSettings();
    this.#showTrouble();
  }

  /** Fill in the chances that the board leaves open, once it is painted. @param {number} number of the drawing */
  async #fillChances(number) {
    const places = [...this.#stage.querySelectorAll("[data-odds]")];
    if (!places.length) return;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    if (number !== this.#drawings) return;
    const commands = places.map((place) => JSON.parse(place.getAttribute("data-odds") ?? "{}"));
    const found = await askChances(this, this.game, this.#fight.events, commands);
    if (number === this.#drawings) found.forEach((chance, at) => showChance(places[at], chance));
  }

  /** Offer the fight in a link. It is saved only at the reader's request. */
  async #offerShared() {
    const hash = this.#address.fragment;
    if (hash === this.#offered) return;
    this.#offered = hash;
    const open = async (/** @type {string} */ id, /** @type {Node[]} */ notice = []) => {
      this.#notice?.remove();
      history.replaceState(history.state, "", buildFightAddress(id));
      await this.#enqueue(() => this.#turnTo(id));
      if (notice.length) this.#showNotice(notice);
      this.#focusOnPlay();
    };
    this.#offering.abort(); // the reader has another link
    const { signal } = (this.#offering = new AbortController());
    const decline = async () => {
      this.#offering.abort();
      this.#notice?.remove();
      history.replaceState(history.state, "", `${location.pathname}${location.search}`);
      this.#offered = "";
      this.#fight.turnTo("");
      await this.#enqueue(() => this.#showNamed());
      this.#focusOnPlay();
      say("The shared fight wasn't saved.");
    };
    try {
      const late = { after: SLOW_AFTER, run: () => this.#showLongLink(decline) };
      const asked = makeSharedOffer(this, this.game, hash, { open, decline, signal });
      const shared = await showWhileWaiting(asked, () => {}, late);
      if (!shared || hash !== this.#offered) return;
      this.#showNotice(shared.content).dataset.shared = "";
      await this.#enqueue(() => this.#lookAtShared(shared.record, hash));
    } catch (error) {
      if (hash === this.#offered) this.#showProblem(error instanceof Error ? error.message : String(error));
    }
  }

  /** Say that a link takes long, with a way out. @param {() => unknown} decline */
  #showLongLink(decline) {
    const stop = makeAction("fb-button", "Stop", () => decline());
    this.#showNotice([make("p", {}, LONG_LINK), make("fb-status"), stop]); // which tells if it waits for Python
    say(LONG_LINK);
  }

  #focusOnPlay() {
    /** @type {HTMLElement | null} */ (this.#stage.querySelector(".fb-play, button"))?.focus({ preventScroll: true });
  }

  /**
   * Show a fight that came in a link, which can't be played before it is saved.
   * @param {import("#store").StoredRecord} record
   * @param {string} hash the link's
   */
  async #lookAtShared(record, hash) {
    if (hash !== this.#offered || !this.isConnected) return;
    this.#view = {};
    this.#forecast?.stop();
    this.#forecast = null;
    this.#fight.lookAtShared(record);
    await this.#show();
    await this.#drawShelf();
  }

  /** Say that a fight from a link has to be saved first, beside a copy of the button that does it. */
  #refuseShared() {
    this.#refuse(LOOK_ONLY);
    this.#notice?.toggleAttribute("data-over", this.#hasDrawer);
    this.#notice?.querySelector("button")?.focus();
    return LOOK_ONLY;
  }

  /** @param {string} id the id of a stored fight, or NEW */
  async #turnTo(id) {
    this.#address.stepTo(id);
    this.#offered = this.#address.fragment;
    this.#notice?.remove();
    await this.#showNamed();
    this.#sayWhich();
  }

  #sayWhich() {
    say(this.#fight.id ? "Switched to another fight." : "Switched to a new fight.");
  }

  /**
   * Ask for the board that a touched control shows, before the finger leaves it. A check box first changes.
   * @param {Event} event
   */
  #handlePress({ target }) {
    const touched = target instanceof Element ? target.closest("button, label, input") : null;
    const control = touched instanceof HTMLLabelElement ? touched.control : touched;
    if (control instanceof HTMLInputElement && control.type !== "radio") return;
    const change = readViewChange(control);
    if (change) this.#lookAhead(change);
  }

  /** @param {import("./board-view.js").BoardView} [change] */
  #lookAhead(change = {}) {
    const view = mergeView(this.#view, change);
    if (this.isConnected && !this.#waiting && !isPast(view)) this.#fight.lookAhead(view);
  }

  /** @param {Event} event */
  #handleClick(event) {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.type === "radio") {
      if (this.#board.isChosen(target)) this.#lookAgain(target);
      return;
    }
    const pressed = findClicked(event);
    if (!pressed) return;
    if (pressed.closest(".fb-number")) {
      stepField(pressed)?.dispatchEvent(new Event("change", { bubbles: true }));
      return;
    }
    this.#tapped = pressed;
    const name = nameControl(pressed);
    if (this.#underWay.has(name)) return; // a second tap before the first one's answer is the same tap
    const task = this.#findTask(pressed);
    if (!task) return;
    this.#underWay.set(name, task);
    const endTask = () => {
      if (this.#underWay.get(name) === task) this.#underWay.delete(name);
    };
    const run = () => {
      this.#noteAnswer = endTask;
      return task();
    };
    this.#enqueue(run).finally(endTask);
  }

  /**
   * Return the task of a button, with the choices and values next to it as they are now.
   * @param {HTMLButtonElement} pressed
   * @returns {(() => Promise<unknown>) | null} null if the tap is done or does nothing
   */
  #findTask(pressed) {
    const { open, act, kept } = pressed.dataset;
    const drawn = this.#fight.events?.length ?? 0;
    if (pressed.matches(".fb-undo")) return () => this.#move("undo", drawn);
    if (pressed.matches(".fb-redo")) return () => this.#move("redo", drawn);
    if (pressed.matches(".fb-to-hand")) {
      focusOn(this.querySelector(".fb-board-hand :is(.fb-play, .fb-why button), .fb-decisions button"));
      return null;
    }
    if (pressed.dataset.ask) return () => this.#askPlayer(pressed);
    if (pressed.matches(".fb-copy-log")) return () => this.#copyLog(pressed);
    if (pressed.matches(".fb-use-past")) return () => this.#usePast();
    if (pressed.matches(".fb-again-fight")) return () => this.#startAgain();
    if (pressed.matches(".fb-fight-keep, .fb-fight-merge")) return () => this.#returnToSheets([pressed]);
    if (pressed.matches(".fb-fight-keep-all")) return () => this.#returnAll();
    if (pressed.matches(".fb-seat-all")) return () => this.#addAll(listSeats(pressed));
    if (pressed.dataset.hide) return () => this.#hide(JSON.parse(pressed.dataset.hide ?? "{}"));
    if (pressed.matches(".fb-fight-new-sheet")) return () => this.#storeAsSheet(pressed);
    if (open) {
      openForm(this, pressed, (command) => this.act(command)).catch(() => this.#showProblem(NO_SCRIPT));
      return null;
    }
    const change = readViewChange(pressed);
    if (change) return this.#makeLook(change);
    if (!act) return null;
    if (pressed.matches(".fb-play") && this.#pendingLooks > 0) return () => this.#play();
    const command = completeCommand(pressed);
    const settleSent = noteSent(pressed);
    return () => this.#execute(command, kept, settleSent);
  }

  /** Play what the big button says now that earlier changes of the view are drawn. */
  async #play() {
    const button = this.#stage.querySelector(".fb-play[data-act]");
    if (button instanceof HTMLElement) await this.#execute(completeCommand(button));
  }

  #loadPast() {
    this.#past ??= import("#fight-past").then(({ Past }) => new Past(this.#fight));
    this.#past.catch(() => {
      this.#past = undefined; // the next tap tries it again
    });
    return this.#past;
  }

  /** Ask for the open log. If its script can't be loaded, the board shows a shorter one. */
  async #lookAtPast() {
    const past = await this.#loadPast().catch(() => null);
    return past ? past.look(this.#view) : this.#fight.look({ ...this.#view, edits: undefined });
  }

  /** Let everyone join who has a free seat. @param {ReturnType<typeof listSeats>} seats */
  async #addAll(seats) {
    for (const [command, keptId] of seats) await this.#execute(command, keptId);
  }

  /** @param {HTMLButtonElement} button */
  async #copyLog(button) {
    const past = await this.#loadPast().catch(() => null);
    if (past) await past.copyLog(button, this.#view);
    else this.#showProblem(NO_SCRIPT);
  }

  /** Accept the new version of the past, with a way back. */
  async #usePast() {
    if (this.#fight.isShared) return this.#refuseShared();
    const past = await this.#loadPast().catch(() => null);
    if (!past) return this.#showProblem(NO_SCRIPT); // the edits stay in the view
    const content = await this.#showWork(past.use(this.#view, (text) => this.#bringBack(text)));
    this.#view = {};
    await this.#show();
    await this.#drawShelf();
    if (typeof content === "string") this.#refuse(content);
    else this.#showNotice(content).dataset.past = "";
  }

  /** Show the fight with its old past again. @param {string} said */
  async #bringBack(said) {
    this.#notice?.remove();
    this.#view = {};
    await this.#enqueue(() => this.#show());
    say(said);
  }

  /** Begin a new fight with the combatants who joined this one. */
  async #startAgain() {
    const { record } = this.#fight;
    if (!record) return;
    try {
      await this.#turnTo((await copyEncounter(this, record)).id);
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Event} event */
  #handleChange({ target }) {
    const field = /** @type {import("./kept-fields.js").Field} */ (target);
    if (!isSentByButton(field)) settle(field);
    const change = readViewChange(field);
    if (change) this.#lookLater(change);
  }

  /** Show more about the piece that is chosen already. @param {Element} control */
  #lookAgain(control) {
    const again = control.closest("[data-again]")?.getAttribute("data-again");
    if (again) this.#lookLater(JSON.parse(again));
  }

  /** @param {object} change */
  #lookLater(change) {
    this.#enqueue(this.#makeLook(change));
  }

  /**
   * Return the task that changes the view; of several in a row only the last draws the board.
   * @param {import("./board-view.js").BoardView} change
   */
  #makeLook(change) {
    this.#pendingLooks += 1;
    return async () => {
      this.#pendingLooks -= 1;
      this.#view = mergeView(this.#view, change);
      if (!this.#pendingLooks) await this.#look();
    };
  }

  /** Hide a combatant from players, or show them. @param {{ key: string, on: boolean }} choice */
  async #hide({ key, on }) {
    await this.#fight.hide(key, on);
    await this.#show();
    say(on ? "Hidden from players." : "Shown to players.");
  }

  /** Keep an improvised combatant as a sheet. @param {HTMLElement} pressed */
  async #storeAsSheet({ parentElement, dataset: { who = "", name = "", note } }) {
    const { sheet = "{}" } = find(parentElement ?? this, ".fb-fight-keep", HTMLElement).dataset;
    await this.#fight.storeAsSheet(who, JSON.parse(sheet), name, note);
    await this.#show();
    say(`${name} is one of your sheets now.`);
  }

  /** Save all combatants whose stored sheets differ, or those that are ticked. */
  async #returnAll() {
    const keepers = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".fb-fight-keep:not([hidden])")]);
    await this.#returnToSheets(keepers);
  }

  /** @param {HTMLElement[]} keepers */
  async #returnToSheets(keepers) {
    const { problem, mergers } = await returnToSheets(keepers, this.#fight, this.#view);
    await this.#show();
    if (problem) this.#refuse(problem, undefined, mergers);
  }

  /** Add a roll of an open form to the fight. @param {Event} event */
  #handleRoll(event) {
    if (!(event instanceof CustomEvent) || !(event.target instanceof Element)) return;
    const place = event.target.closest(".fb-fight-form");
    if (!(place instanceof HTMLElement)) return;
    const { params, faces } = event.detail;
    this.act({ ...JSON.parse(place.dataset.act ?? "{}"), params, faces });
  }

  /** Return the control that was tapped last, also if it has been drawn again since. */
  #findTapped() {
    const tapped = this.#tapped;
    if (!tapped || tapped.isConnected) return tapped;
    return /** @type {HTMLElement | null} */ (findControls(this, nameControl(tapped))[0] ?? null);
  }

  /**
   * @param {string} sentence
   * @param {object} [anyway] the command that waives the requirements
   * @param {HTMLElement[]} [waysOut] buttons that do it in another way
   */
  #refuse(sentence, anyway, waysOut) {
    showRefusal(this.#stage, this.#findTapped(), sentence, anyway, waysOut);
    const place = this.#stage.querySelector(".fb-fight-problem");
    if (place instanceof HTMLElement) bringIntoView(place);
  }
}

/**
 * Return the parts of a view that last when somebody has acted: the decisions that the table has answered, and in a turn
 * also that a group acts one by one.
 * @param {import("./board-view.js").BoardView} view
 * @param {string} act
 * @returns {import("./board-view.js").BoardView}
 */
function findLasting({ passed, one_by_one: isSingle }, act) {
  return { ...(passed && { passed }), ...(isSingle && act.startsWith("roll") && { one_by_one: true }) };
}

/**
 * Return a button's command with the values next to it.
 * @param {HTMLElement} button
 */
function completeCommand(button) {
  const act = JSON.parse(button.dataset.act ?? "{}");
  const fields = readCommandFields(button);
  if (act.act === "join") return { ...act, ...readJoining(button) };
  if (button.closest("[data-fields=parts]")) return { ...act, ...fields };
  return Object.keys(fields).length ? { ...act, params: { ...act.params, ...fields } } : act;
}

/**
 * Return the name and the number of those who join, as they are entered beside a button.
 * @param {HTMLElement} button
 */
function readJoining(button) {
  const drawer = button.closest(".fb-drawer");
  const read = (/** @type {string} */ selector) => drawer?.querySelector(selector);
  const [name, count] = [read(".fb-fight-name"), read(".fb-fight-count")].map((field) =>
    field instanceof HTMLInputElement ? field.value.trim() : "",
  );
  return { ...(name && { name }), ...(count && count !== "1" && { count }) };
}

/**
 * Show the chance of a command in its place, which has a fixed height.
 * @param {Element | undefined} place
 * @param {{ chances: string, html: string }} chance
 */
function showChance(place, { chances, html }) {
  const bar = place?.querySelector(".fb-chances");
  const words = place?.matches(".fb-board-odds") ? place : place?.querySelector(".fb-board-odds");
  if (bar) bar.innerHTML = chances;
  if (words) words.innerHTML = html;
}
