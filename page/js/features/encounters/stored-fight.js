// A fight on this device: its events, which commands add to and undo takes away, and the stored sheets of its
// combatants. Other tabs may change it at the same time, so each change starts from the stored events.
import { isSheet } from "#play-shared";
import { createSeed, prepareWorker } from "#shared";
import { keep } from "#store";
import { ask, askAhead, askDice, askPast } from "../../components/fight-questions.js";
import { findChanged, updateJoined } from "./joined-sheets.js";

const CHANGED = "This fight has changed in another tab, so nothing was undone. Here it is as it is now.";
const OTHER_PAST = "This fight has changed in another tab, so its past stays. Here it is as it is now.";
const UNREADABLE = "This saved fight can't be read. It stays saved, unchanged; “New fight” starts another.";
export const NOT_HERE = "This fight isn't on this device. It was deleted, or made on another device.";

/**
 * @typedef {import("../../components/fight-questions.js").FightAnswer} FightAnswer
 * @typedef {import("../../components/fight-questions.js").Refusal} Refusal
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("./board-view.js").BoardView} BoardView
 * @typedef {object} Outcome of a command
 * @property {StoredRecord | null} record the fight as it is stored now
 * @property {string} html the board after it, or ""
 * @property {string} said
 * @property {string} problem the reason why it was refused, or ""
 * @property {string[]} [override] the requirements that the table can waive
 * @property {boolean} [needsDice] true if the table has to roll its own dice first
 */

/** @param {string} id */
export const getSheet = (id) => keep.get("sheets", id);

/**
 * Return a record's events.
 * @param {{ data?: any } | null} kept
 * @returns {any} a list, unless another version or an extension wrote something else
 */
export const readEvents = (kept) => (kept ? kept.data?.events : []);

export class StoredFight {
  id = "";
  /** Its record as the board shows it. @type {StoredRecord | null} */
  record = null;
  /** True if it came in a link and isn't stored, so that it can only be looked at. */
  isShared = false;
  /** The stored sheets that differ from their combatants, as the board shows them. */
  changedSheets = {};
  /** The events that were undone here and can be done again. @type {FightEvent[]} */
  undone = [];
  /** @type {Promise<unknown> | undefined} */
  #rulesAreHere;
  /** @type {Promise<StoredRecord> | null} */
  #creating = null;

  /**
   * @param {HTMLElement} asker dispatches the rolls
   * @param {string} game
   */
  constructor(asker, game) {
    this.asker = asker;
    this.game = game;
  }

  get events() {
    return readEvents(this.record);
  }

  /** @param {string} id of a stored fight, or "" */
  turnTo(id) {
    if (id !== this.id) this.undone = [];
    this.id = id;
    this.isShared = false;
  }

  /** Look at a fight that came in a link. @param {StoredRecord} record */
  lookAtShared(record) {
    this.turnTo("");
    this.isShared = true;
    this.note(record, {});
  }

  /** Read the record and the sheets again. */
  async read() {
    if (this.isShared) return;
    const id = this.id;
    const record = id ? await keep.get("fights", id) : null;
    const changed = await findChanged(record, getSheet);
    if (this.id === id) this.note(record, changed);
  }

  /**
   * Note how the board shows the fight from now on.
   * @param {StoredRecord | null} record
   * @param {object} [changed] the stored sheets that differ from their combatants
   */
  note(record, changed = this.changedSheets) {
    if (record?.revision !== this.record?.revision && record?.id === this.record?.id) this.undone = [];
    this.record = record;
    this.changedSheets = changed;
  }

  /**
   * Return the board for a view.
   * @param {BoardView} view
   * @param {AbortSignal} [signal] stops the work on a board that takes long
   * @returns {Promise<FightAnswer | Refusal>}
   */
  look(view, signal) {
    return this.#ask(this.events, { view: this.#addToView(view) }, signal);
  }

  /** Ask in advance for the board of a view. @param {BoardView} view */
  lookAhead(view) {
    if (Array.isArray(this.events)) askAhead(this.game, this.events, this.#addToView(view));
  }

  /**
   * Execute a command and store its events.
   * @param {{ act: string } & Record<string, any>} act see rules_py.play.fight.commands
   * @param {BoardView} view
   * @param {string} [keptId] the stored sheet that a combatant joins as
   * @returns {Promise<Outcome>}
   */
  async execute(act, view, keptId) {
    const seed = createSeed();
    /** @type {Outcome} */
    let outcome = { record: null, html: "", said: "", problem: "" };
    /** @type {object} */
    let changed = {};
    const id = this.record?.id && this.record.id === this.id ? this.id : (await this.#findOrCreate()).id;
    await this.#waitForRules();
    const isJoined = Object.keys(this.record?.from ?? {}).length > 0;
    if (isJoined && act.act !== "update") await this.prepare(view);
    const record = await keep.update("fights", id, async (before) => {
      const own = keptId ? await addStoredData(act, keptId) : act;
      changed = await findChanged(before, getSheet);
      const shown = this.#addToView(view, changed, before);
      const answer = await this.#ask(readEvents(before), { act: own, view: shown, seed });
      outcome = describeOutcome(answer);
      if (answer.error !== undefined || answer.dice) return null;
      const events = [...readEvents(before), ...answer.events];
      const from = updateJoined(before.from, answer.events, findUpdated(own));
      for (const event of answer.events) {
        if (event.event !== "join") continue;
        if (keptId && !event.count) from[event.who] = { id: keptId, fields: own.data.fields };
        else delete from[event.who]; // an undone combatant had this key
      }
      return { data: { ...before.data, events }, from, summary: answer.summary };
    });
    if (!record) return { ...outcome, problem: NOT_HERE };
    if (!outcome.problem && !outcome.needsDice) {
      this.undone = [];
      if (record.id === this.id) this.note(record, changed);
    }
    return { ...outcome, record };
  }

  /**
   * Return the dice that a command requests from a table that rolls its own.
   * @param {object} act
   * @param {import("../../components/die-slot.js").Slot[]} fallen the dice that show a face
   * @param {AbortSignal} signal
   */
  async askDice(act, fallen, signal) {
    return askDice(this.asker, this.game, this.events, act, fallen, signal);
  }

  /**
   * Hide a combatant from players, or show them.
   * @param {string} key
   * @param {boolean} isHidden
   */
  async hide(key, isHidden) {
    await keep.update("fights", this.id, ({ players = {} }) => {
      const others = (players.hidden ?? []).filter((/** @type {string} */ each) => each !== key);
      return { players: { ...players, hidden: isHidden ? [...others, key] : others } };
    });
  }

  /**
   * Keep an improvised combatant as a sheet, which gets what changes in the fight when the reader saves it.
   * @param {string} who
   * @param {{ sheet: string, fields: Record<string, any> }} sheet
   * @param {string} name
   * @param {string} [note] the GM's note, which joins the next fight with them
   */
  async storeAsSheet(who, sheet, name, note) {
    const { id } = await keep.add("sheets", { game: this.game, name, data: sheet, ...(note && { note }) });
    const record = await keep.update("fights", this.id, ({ from }) => ({
      from: { ...from, [who]: { id, fields: sheet.fields } },
    }));
    if (record) this.note(record);
  }

  /**
   * Bring the combatants of a fight that hasn't begun up to date with their stored sheets.
   * @param {BoardView} view
   * @param {AbortSignal} [signal] stops the work on a fight that takes long
   * @returns {Promise<Outcome | null>} null if no stored sheet differs, or after an error
   */
  async prepare(view, signal) {
    const { id } = this;
    const stale = await keep.get("fights", id);
    if (!Object.keys(await findChanged(stale, getSheet)).length) return null;
    await this.#waitForRules();
    await this.#ask(readEvents(stale), { view }, signal); // replays the log, which the rules remember, without the lock
    if (signal?.aborted) return null;
    /** @type {Outcome | null} */
    let outcome = null;
    const record = await keep.update("fights", id, async (before) => {
      outcome = null;
      const stored = await findChanged(before, getSheet);
      const act = { act: "prepare", stored };
      const answer = await this.#ask(readEvents(before), { act, view: this.#addToView(view, stored, before) });
      if (answer.error !== undefined || !answer.events.length) return null;
      outcome = describeOutcome(answer);
      const events = [...readEvents(before), ...answer.events];
      const from = updateJoined(before.from, answer.events, stored);
      return { data: { ...before.data, events }, from, summary: answer.summary };
    });
    const prepared = /** @type {Outcome | null} */ (outcome);
    return prepared && record && { ...prepared, record };
  }

  /**
   * Undo the last event with what followed from it, unless others have been added since they were drawn.
   * @param {number} drawn the number of events that the reader has seen
   * @param {BoardView} view
   */
  undo(drawn, view) {
    return this.#move("undo", drawn, view);
  }

  /**
   * Do again what was undone last.
   * @param {number} drawn the number of events that the reader has seen
   * @param {BoardView} view
   */
  redo(drawn, view) {
    return this.#move("redo", drawn, view);
  }

  /**
   * @param {"undo" | "redo"} way
   * @param {number} drawn
   * @param {BoardView} view
   * @returns {Promise<Outcome>}
   */
  async #move(way, drawn, view) {
    const { undone } = this;
    /** @type {Outcome} */
    let outcome = { record: null, html: "", said: "", problem: "" };
    /** @type {FightEvent[]} */
    let left = [];
    /** @type {object} */
    let changed = {};
    await this.#waitForRules();
    const record = await keep.update("fights", this.id, async (before) => {
      const events = readEvents(before);
      if (!Array.isArray(events)) return null; // invalid data that something else wrote
      changed = await findChanged(before, getSheet);
      const act = { act: way, ...(undone.length && { undone }) };
      const isLast = way === "redo" && undone.slice(1).every((event) => "follows" in event && event.follows);
      const shown = { ...this.#addToView(view, changed, before), redo: !isLast };
      const answer = events.length === drawn ? await this.#ask(events, { act, view: shown }) : { error: CHANGED };
      outcome = describeOutcome(answer);
      if (answer.error !== undefined) return null;
      left = answer.undone ?? [];
      const kept = events.slice(0, events.length - Math.max(left.length - undone.length, 0));
      return { data: { ...before.data, events: [...kept, ...answer.events] }, summary: answer.summary };
    });
    if (record && !outcome.problem) {
      this.note(record, changed);
      this.undone = left;
    }
    return { ...outcome, record };
  }

  /**
   * Return the board with the open log, after the edits in a view.
   * @param {BoardView} view
   * @param {bigint} seed of new rolls
   */
  async lookAtPast(view, seed) {
    const { events } = this;
    if (!Array.isArray(events)) return { error: UNREADABLE };
    return askPast(this.asker, this.game, events, this.#addToView(view), seed);
  }

  /**
   * Store the log to which the edits in a view lead, unless the fight has changed since it was drawn.
   * @param {BoardView} view
   * @param {bigint} seed of new rolls
   * @returns {Promise<{ problem: string, bringBack: () => Promise<boolean> }>} `bringBack` stores the old log again, and
   *   returns false if the fight has changed since
   */
  async replacePast(view, seed) {
    const { id, events: drawn } = this;
    const revised = await this.lookAtPast(view, seed); // without the lock, as it may take long
    /** @type {StoredRecord | null} */
    let old = null;
    let problem = NOT_HERE;
    const made = await keep.update("fights", id, (before) => {
      old = before;
      const events = readEvents(before);
      const isSame = JSON.stringify(events) === JSON.stringify(drawn);
      const answer = isSame ? revised : { error: OTHER_PAST };
      problem = answer.error ?? "";
      if (answer.error !== undefined) return null;
      const { start, events: later, summary } = answer;
      return { data: { ...before.data, events: [...events.slice(0, start), ...later] }, summary };
    });
    if (made) {
      this.undone = [];
      if (made.id === this.id) this.note(made);
    }
    const bringBack = async () => {
      const { data, summary } = /** @type {StoredRecord} */ (old);
      const restore = (/** @type {StoredRecord} */ now) => (now.revision === made?.revision ? { data, summary } : null);
      const back = await keep.update("fights", made?.id ?? "", restore);
      return back !== null;
    };
    return { problem, bringBack };
  }

  /**
   * Bring a combatant up to date with a stored sheet that has got the changes of this fight.
   * @param {string} who
   * @param {string} id of the stored sheet
   * @param {object} since the sheet's fields when both last matched
   * @param {{ sheet: string, fields: object }} data the sheet as it is now
   * @param {BoardView} view
   */
  async takeOver(who, id, since, { sheet, fields }, view) {
    const act = { act: "update", who, data: { sheet, fields }, since };
    const record = await keep.update("fights", this.id, async (before) => {
      const stored = await findChanged(before, getSheet);
      const answer = await this.#ask(readEvents(before), { act, view: this.#addToView(view, stored, before) });
      const isUpdated = answer.error === undefined;
      const events = [...readEvents(before), ...(isUpdated ? answer.events : [])];
      return {
        data: { ...before.data, events },
        from: { ...before.from, [who]: { id, fields } },
        ...(isUpdated && { summary: answer.summary }),
      };
    });
    if (record) this.undone = [];
  }

  /**
   * Return a view with what only the device knows.
   * @param {BoardView} view
   * @param {object} [stored] the stored sheets that differ from their combatants
   * @param {StoredRecord | null} [record]
   */
  #addToView(view, stored = this.changedSheets, record = this.record) {
    const { name, players } = record ?? {};
    const hidden = players?.hidden?.length ? { hidden: players.hidden } : {};
    return { ...view, stored, ...hidden, ...(name && { name }), ...(this.undone.length && { redo: true }) };
  }

  /**
   * Wait for the game's rules before taking the lock, so that other tabs don't wait for them. Those for forecasts
   * and chances are requested after them, and then those for drawers, unless the reader saves data.
   */
  #waitForRules() {
    this.#rulesAreHere ??= this.#loadRules();
    return this.#rulesAreHere;
  }

  async #loadRules() {
    const isHere = prepareWorker(this.#rules, "fights");
    if (!navigator.connection?.saveData) this.#loadMore();
    if (!(await isHere)) await ask(this.asker, this.game, [], { view: {} });
  }

  async #loadMore() {
    const kinds = /** @type {const} */ (["forecast", "fight-chances", "drawers"]); // one after the other on a slow line
    for (const kind of kinds) await prepareWorker(this.#rules, kind);
  }

  get #rules() {
    return `${this.game}.fight`;
  }

  /** Return the record, creating it for the first event. */
  #findOrCreate() {
    this.#creating ??= this.#create().finally(() => {
      this.#creating = null;
    });
    return this.#creating;
  }

  async #create() {
    const before = this.id;
    const kept = before ? await keep.get("fights", before) : null;
    if (kept) return kept;
    const name = `Fight of ${new Date().toLocaleDateString()}`;
    const made = await keep.add("fights", { game: this.game, name, data: { fight: this.game, events: [] } });
    if (this.id === before) this.id = made.id;
    return made;
  }

  /**
   * @param {unknown} events
   * @param {{ act?: object, view: object, seed?: bigint }} question
   * @param {AbortSignal} [signal]
   * @returns {Promise<FightAnswer | Refusal>}
   */
  async #ask(events, question, signal) {
    return Array.isArray(events) ? ask(this.asker, this.game, events, question, signal) : { error: UNREADABLE };
  }
}

/**
 * @param {FightAnswer | Refusal} answer
 * @returns {Outcome}
 */
function describeOutcome(answer) {
  if (answer.error === undefined) {
    const { html = "", said = "", dice } = answer;
    return { record: null, html, said, problem: "", needsDice: Boolean(dice) };
  }
  const { error, override } = answer;
  return { record: null, html: "", said: "", problem: error, ...(override && { override }) };
}

/**
 * Return a command with which a stored character joins as they are now.
 * @param {Record<string, any>} act
 * @param {string} id the id of the stored sheet
 */
async function addStoredData(act, id) {
  const { data, note } = (await getSheet(id)) ?? {};
  if (!isSheet(data) || data.sheet !== act.sheet) return act;
  return { ...act, data: { sheet: data.sheet, fields: data.fields }, ...(note && { note }) };
}

/**
 * Return the stored sheet in a command that updates a combatant, by the combatant's key.
 * @param {Record<string, any>} act
 */
const findUpdated = ({ act, who, data }) => (act === "update" ? { [who]: { data } } : {});
