// <fb-fight>: a fight on the page. It stores the events on this device and asks the rules for the resulting state. Each
// button carries its command in a data attribute (rules_py/rendering/fights/).
import { findSame, isSame, isSheet, putInto, readFields, readFragment, returnSheet } from "#play-shared";
import {
  bringIntoView,
  changeAround,
  createSeed,
  find,
  findClicked,
  findControls,
  guardTaps,
  ignoreRepeats,
  make,
  makeButton,
  nameControl,
  say,
  sayWaiting,
  showError,
  showWaiting,
  showWhileWaiting,
} from "#shared";
import { keep } from "#store";
import { ask } from "../../components/fight-questions.js";
import { NEW, Shelf } from "./fight-shelf.js";
import { Forecast } from "./forecast.js";
import { findChanged, findJoined, updateJoined } from "./joined-sheets.js";

const PLAYING = ["roll", "rolled", "all", "order", "turn"];
const SHOWN = [...PLAYING, "change", "each", "end"]; // what happened is then scrolled into view
const NAMED = /^#kept=(?<id>.+)$/; // an address with the id of a stored fight, or for a new fight
const NOT_HERE = "This fight isn't on this device. It was deleted, or made on another device.";
const CHANGED = "This fight has changed in another tab, so nothing was undone. Here it is as it is now.";
const UNREADABLE = "This saved fight can't be read. It stays saved, unchanged; “New fight” starts another.";

/**
 * @typedef {import("../../components/fight-questions.js").FightAnswer} FightAnswer
 * @typedef {{ html: string, record: import("#store").StoredRecord, error?: undefined }} Drawing a stored fight, as the
 *   rules have drawn it
 */

export class Fight extends HTMLElement {
  #id = ""; // of the record on show
  #path = ""; // of the page, because the address changes before the page does
  #empty = ""; // the stage before anyone joins, from the page
  #view = {}; // the view's options, such as the combatant on show
  /** The end of the latest task: they run one after the other, so that each answer is drawn. @type {Promise<any>} */
  #latest = Promise.resolve();
  /** The tasks of tapped controls whose answers aren't on show yet, by the controls' names. @type {Map<string, object>} */
  #underWay = new Map();
  /** Note that the answer to the tap whose task is running is on show. */
  #noteAnswer = () => {};
  #revision = -1; // of the record as it is drawn
  #events = 0; // the number of events that are drawn
  /** @type {Shelf | undefined} */
  #shelf;
  #offered = ""; // the last offered link
  #shown = 0; // prevents a late answer from replacing a newer one
  /** @type {HTMLElement | null} */
  #tapped = null; // the last pressed button; errors appear next to it
  /** The control that was tapped last: its name, and its index among those with this name. */
  #touched = { name: "", at: 0 };
  /** @type {Promise<unknown> | undefined} */
  #rulesAreHere;
  /** @type {Promise<import("#store").StoredRecord> | null} */
  #recording = null;
  #stopWatching = () => {};
  #changedSheets = "{}"; // the stored sheets that differ from their combatants, as they are drawn
  /** @type {Forecast | null} */
  #forecast = null;

  async connectedCallback() {
    this.#empty ||= this.#stage.innerHTML;
    this.#path = location.pathname;
    this.#shelf ??= new Shelf(this.game, (id) => this.#enqueue(() => this.#turnTo(id)));
    if (!this.dataset.guarded) guardTaps(this);
    this.dataset.guarded = "";
    find(this, ".fb-fight-shelf", HTMLElement).replaceWith(this.#shelf.element);
    this.addEventListener("click", this.#handleClick);
    this.addEventListener("change", this.#handleChoice);
    this.addEventListener("rolled", this.#handleRoll);
    keep.addEventListener("trouble", this.#handleTrouble);
    addEventListener("stepped", this.#handleStep);
    const stops = [
      keep.watch("fights", ({ id }) => this.#enqueue(() => this.#follow(id))),
      keep.watch("sheets", () => this.#enqueue(() => this.#followSheets())),
    ];
    this.#stopWatching = () => {
      for (const stop of stops) stop();
    };
    await this.#enqueue(() => this.#showNamed());
    this.#offerShared();
  }

  /**
   * Do something once everything before it is done.
   * @template T
   * @param {() => Promise<T>} task
   * @returns {Promise<T>}
   */
  #enqueue(task) {
    const done = this.#latest.then(task, task);
    this.#latest = done.catch(() => {});
    return done;
  }

  /** Show a change that isn't on show yet, from this tab or another one. @param {string} id "" for any fight */
  async #follow(id) {
    if (!this.isConnected) return;
    if (!id) await this.#showNamed();
    else if (id === this.#id) {
      const kept = await keep.get("fights", id);
      if (kept?.revision === this.#revision) return;
      await this.#show();
    }
    await this.#drawShelf();
  }

  /** Show what has changed on the stored sheets of combatants. */
  async #followSheets() {
    const kept = this.isConnected && this.#id ? await keep.get("fights", this.#id) : null;
    if (kept && JSON.stringify(await findChanged(kept, getSheet)) !== this.#changedSheets) await this.#show();
  }

  disconnectedCallback() {
    this.removeEventListener("click", this.#handleClick);
    this.removeEventListener("change", this.#handleChoice);
    this.removeEventListener("rolled", this.#handleRoll);
    keep.removeEventListener("trouble", this.#handleTrouble);
    removeEventListener("stepped", this.#handleStep);
    this.#stopWatching();
    this.#forecast?.stop();
  }

  #drawShelf() {
    return this.#shelf?.draw(this.#id);
  }

  /** Show the storage notice as long as saving fails. */
  #handleTrouble = () => this.#drawShelf();

  /** Follow a link or a step back to another fight on this page. */
  #handleStep = async () => {
    if (location.pathname !== this.#path) return; // the next page is coming
    const isOfFight = !location.hash || NAMED.test(location.hash); // otherwise a part of this page, or a shared fight
    if (isOfFight) this.#notice?.remove();
    this.#offerShared();
    if (!isOfFight) return;
    const before = this.#id;
    await this.#enqueue(() => this.#showNamed());
    if (this.#id !== before) this.#sayWhich();
  };

  /** Show the fight in the address. Without one, keep the current fight, or show the latest. */
  async #showNamed() {
    const named = NAMED.exec(location.hash)?.groups?.id;
    const all = await keep.list("fights", this.game);
    if (!this.isConnected || location.pathname !== this.#path) return;
    const latest = all[0]?.id ?? "";
    const id = named === undefined ? this.#id || latest : (all.find((each) => each.id === named)?.id ?? "");
    if (id !== this.#id) {
      this.#view = {};
      this.#forecast?.stop();
      this.#forecast = null;
    }
    this.#id = id;
    if (!location.hash) this.#putIntoAddress();
    const isMissing = named !== undefined && named !== NEW && !id && !keep.trouble; // the shelf shows storage trouble
    if (isMissing) showError(this.#makeNotice(), NOT_HERE);
    await this.#show();
    await this.#drawShelf();
  }

  /** Put the current fight into the address. A shared fight stays in it until the reader saves it. */
  #putIntoAddress() {
    const isHere = this.isConnected && location.pathname === this.#path && !location.hash.startsWith("#fight=");
    if (this.#id && isHere) history.replaceState(history.state, "", buildFightAddress(this.#id));
  }

  /** Create a place above the fight, and remove the previous one. */
  #makeNotice() {
    const place = make("div", { className: "fb-fight-shared" });
    this.#notice?.remove();
    this.prepend(place);
    return place;
  }

  get #notice() {
    return this.querySelector(":scope > .fb-fight-shared");
  }

  get game() {
    return this.getAttribute("game") ?? "";
  }

  get #stage() {
    return find(this, ".fb-fight-stage", HTMLElement);
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
   */
  async #execute(act, keptId) {
    this.setAttribute("aria-busy", "true");
    if (PLAYING.includes(act.act)) this.#view = {}; // show the next combatant
    const rollSeed = createSeed();
    let problem = "";
    /** @type {string[] | undefined} */
    let override;
    let said = "";
    this.#shown += 1;
    const waiting = make("div", { className: "fb-fight-waiting" });
    /** @type {() => Promise<void> | void} */
    let show = () => {};
    const kept = this.#record().then(({ id }) =>
      this.#waitForRules().then(async () => {
        if (act.act !== "update") await this.#prepare(id);
        return keep.update("fights", id, async (before) => {
          const own = keptId ? await addStoredData(act, keptId) : act;
          const changed = await findChanged(before, getSheet);
          const view = { ...this.#view, stored: changed };
          const answer = await this.#answer(readEvents(before), { act: own, view, seed: rollSeed });
          if (answer.error !== undefined) {
            problem = answer.error;
            ({ override } = answer);
            return null;
          }
          problem = "";
          ({ said } = answer);
          const events = [...readEvents(before), ...answer.events];
          show = () => this.#draw(answer.html, events, PLAYING.includes(act.act));
          this.#changedSheets = JSON.stringify(changed);
          const from = updateJoined(before.from, answer.events, findUpdated(own));
          for (const event of answer.events) {
            if (event.event !== "join") continue;
            if (keptId && !event.count) from[event.who] = { id: keptId, fields: own.data.fields };
            else delete from[event.who]; // an undone combatant had this key
          }
          return { data: { ...before.data, events }, from, summary: answer.summary };
        });
      }),
    );
    const record = await showWhileWaiting(kept, () => this.#wait(waiting));
    if (!record) problem = NOT_HERE;
    // Show the result only after saving it, because the reader may leave as soon as they see it.
    if (record?.id === this.#id) {
      const isNewer = record.revision !== this.#revision;
      this.#revision = record.revision;
      if (!problem) await show();
      else if (isNewer) await this.#show(); // the refusal is about the fight as another tab has left it
    }
    await this.#drawShelf();
    waiting.remove();
    this.removeAttribute("aria-busy");
    if (problem) this.#refuse(problem, override && { ...act, override });
    else {
      say(said);
      const happened = this.#stage.querySelector(".fb-fight-happened");
      if (SHOWN.includes(act.act) && happened instanceof HTMLElement) bringIntoView(happened);
      this.querySelector(":scope > .fb-fight-shared:has(.fb-error)")?.remove(); // an unreadable link's error
    }
    return problem || said;
  }

  /**
   * Bring the combatants of a fight that hasn't begun up to date with their stored sheets.
   * @param {string} id the id of a stored fight
   * @returns {Promise<Drawing | null>} the fight afterwards; null if no stored sheet differs, or after an error
   */
  async #prepare(id) {
    const isOutdated = Object.keys(await findChanged(await keep.get("fights", id), getSheet)).length > 0;
    if (!isOutdated) return null;
    await this.#waitForRules();
    /** @type {FightAnswer | null} */
    let prepared = null;
    const kept = await keep.update("fights", id, async (before) => {
      const stored = await findChanged(before, getSheet);
      const view = { ...this.#view, stored };
      const answer = await this.#answer(readEvents(before), { act: { act: "prepare", stored }, view });
      prepared = answer.error === undefined ? answer : null;
      if (answer.error !== undefined || !answer.events.length) return null;
      const events = [...readEvents(before), ...answer.events];
      const from = updateJoined(before.from, answer.events, stored);
      return { data: { ...before.data, events }, from, summary: answer.summary };
    });
    const answer = /** @type {FightAnswer | null} */ (prepared);
    if (!answer || !kept) return null;
    if (answer.events.length) say(answer.said);
    return { html: answer.html, record: kept };
  }

  /** Wait for the game's rules before taking the lock, so that other tabs don't wait for them. */
  #waitForRules() {
    this.#rulesAreHere ??= ask(this, this.game, [], { view: {} });
    return this.#rulesAreHere;
  }

  /**
   * Undo the last event with what followed from it, unless others have been added since they were drawn.
   * @param {number} drawn the number of events that the reader has seen
   */
  async #undo(drawn) {
    let problem = "";
    let said = "";
    let html = "";
    await this.#waitForRules();
    const kept = await keep.update("fights", this.#id, async (before) => {
      html = "";
      const events = readEvents(before);
      if (!Array.isArray(events)) return null; // invalid data that something else wrote
      const isLate = events.length !== drawn;
      const view = { ...this.#view, stored: await findChanged(before, getSheet) };
      const answer = isLate ? { error: CHANGED } : await this.#answer(events, { act: { act: "undo" }, view });
      if (answer.error !== undefined) {
        problem = answer.error;
        return null;
      }
      ({ said, html } = answer);
      const left = events.slice(0, events.length - (answer.undone?.length ?? 0));
      return { data: { ...before.data, events: left }, summary: answer.summary };
    });
    await this.#show(kept && html ? { html, record: kept } : null);
    if (problem) {
      this.#refuse(problem);
      return;
    }
    await this.#drawShelf();
    say(said);
  }

  /** Return the record of this fight, creating it for the first event. */
  #record() {
    this.#recording ??= this.#findRecord().finally(() => {
      this.#recording = null;
    });
    return this.#recording;
  }

  async #findRecord() {
    const before = this.#id;
    const kept = before ? await keep.get("fights", before) : null;
    if (kept) return kept;
    const name = `Fight of ${new Date().toLocaleDateString()}`;
    const made = await keep.add("fights", { game: this.game, name, data: { fight: this.game, events: [] } });
    if (this.#id === before) {
      this.#id = made.id;
      this.#putIntoAddress();
    }
    return made;
  }

  /**
   * Show the fight as it is stored, after bringing it up to date with stored sheets.
   * @param {Drawing | null} [known] what the rules have just drawn; it is shown if the fight is stored like that
   */
  async #show(known = null) {
    const number = (this.#shown += 1);
    const showProgress = () => showWaiting(this.#stage, "Loading your fight…");
    const prepared = this.#id ? await showWhileWaiting(this.#prepare(this.#id), showProgress) : null;
    const kept = this.#id ? await keep.get("fights", this.#id) : null;
    const stored = await findChanged(kept, getSheet);
    if (number !== this.#shown || !this.isConnected) return;
    this.#revision = kept?.revision ?? -1;
    this.#changedSheets = JSON.stringify(stored);
    const events = readEvents(kept);
    if (Array.isArray(events) && !events.length) {
      await this.#draw(this.#empty, []);
      return;
    }
    this.setAttribute("shown", this.#id);
    const drawn = [prepared, known].find((each) => kept && each?.record.revision === kept.revision);
    const view = { ...this.#view, stored };
    const answer = drawn ?? (await showWhileWaiting(this.#answer(events, { view }), showProgress));
    if (number !== this.#shown || !this.isConnected) return;
    if (answer.error === undefined) await this.#draw(answer.html, events);
    else showError(this.#stage, answer.error);
  }

  /**
   * @param {unknown} events
   * @param {{ act?: object, view: object, seed?: bigint }} question
   * @returns {Promise<FightAnswer | import("../../components/fight-questions.js").Refusal>}
   */
  async #answer(events, question) {
    return Array.isArray(events) ? ask(this, this.game, events, question) : { error: UNREADABLE };
  }

  /**
   * Show the fight. Open parts stay open, and the focus stays in its place.
   * @param {string} html
   * @param {FightEvent[]} events
   * @param {boolean} [isPlaying] true closes the form for joining
   */
  async #draw(html, events, isPlaying = false) {
    const stage = this.#stage;
    this.setAttribute("shown", this.#id);
    const opened = [...stage.querySelectorAll("details[open]")]
      .map(({ className }) => className)
      .filter((name) => name !== "fb-fight-rest" && !(isPlaying && name === "fb-fight-join"));
    this.#events = events.length;
    const focused = describeFocus(stage, document.activeElement);
    this.#holdStill(() => {
      stage.innerHTML = html;
      stage.querySelector(".fb-fight-happened")?.classList.toggle("fb-fight-rolled", isPlaying);
      this.#forecast ??= new Forecast(this);
      this.#forecast.moveInto(stage);
      for (const name of opened) stage.querySelector(`details.${name}`)?.setAttribute("open", "");
    });
    this.#noteAnswer();
    this.#forecast?.follow(events);
    const next = focused && (findDescribed(stage, focused) ?? stage.querySelector("button"));
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    await Promise.all([
      ...[...stage.querySelectorAll(".fb-fight-kind")].map((kind) => this.#offerKept(kind)),
      this.#offerBack(),
    ]);
  }

  /** Change the stage, and scroll so that the control under the finger stays there. @param {() => void} change */
  #holdStill(change) {
    const stage = this.#stage;
    const { name, at } = this.#touched;
    const tapped = describeFocus(stage, this.#tapped);
    const focused = describeFocus(stage, document.activeElement);
    const finders = [
      () => findControls(this, name)[at],
      () => findDescribed(stage, tapped),
      () => findDescribed(stage, focused),
      () => stage.querySelector(".fb-fight-happened"), // where the reader looks next
      () => stage,
    ];
    changeAround(finders, change);
  }

  /** Show the button that saves a combatant to their stored sheet, if the two differ, and one for all of several. */
  async #offerBack() {
    const kept = this.#id ? await keep.get("fights", this.#id) : null;
    const keepers = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".fb-fight-keep")]);
    const lines = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".fb-fight-keeps")]);
    const differing = new Set();
    for (const keeper of keepers) {
      const { id, fields } = findJoined(kept, keeper.dataset.who);
      const isStored = id && fields && (await keep.get("sheets", id));
      if (isStored && !isSame(JSON.parse(keeper.dataset.sheet ?? "{}").fields, fields)) differing.add(keeper);
    }
    if (!differing.size) return; // all are hidden as they are drawn
    this.#holdStill(() => {
      for (const keeper of keepers) keeper.hidden = !differing.has(keeper);
      for (const line of lines) {
        const count = line.querySelectorAll(".fb-fight-keep:not([hidden])").length;
        line.hidden = count === 0;
        line.classList.toggle("fb-fight-keeps--one", count === 1);
      }
    });
  }

  /** Save all combatants whose stored sheets differ. @param {HTMLElement} pressed */
  async #bringAllBack(pressed) {
    const keepers = pressed.parentElement?.querySelectorAll(".fb-fight-keep:not([hidden])") ?? [];
    await this.#bringBack([.../** @type {Iterable<HTMLElement>} */ (keepers)]);
  }

  /**
   * Save combatants to the stored sheets that they joined as, and offer to merge those that have changed since.
   * @param {HTMLElement[]} keepers
   */
  async #bringBack(keepers) {
    const problems = [];
    const mergers = [];
    for (const keeper of keepers) {
      const { who = "", sheet = "{}", merge } = keeper.dataset;
      const { id, fields } = findJoined(await keep.get("fights", this.#id), who);
      if (!id || !fields) continue;
      const result = await returnSheet(id, fields, JSON.parse(sheet), merge !== undefined);
      if (!result?.record) {
        problems.push(result?.error ?? "The sheet is no longer on this device.");
        if (result?.hasChanged) mergers.push(makeMerger(keeper, result.name));
        continue;
      }
      const { name, data } = result.record;
      if (merge === undefined) {
        const same = { id, fields: data.fields };
        await keep.update("fights", this.#id, ({ from }) => ({ from: { ...from, [who]: same } }));
      } else await this.#takeOver(id, who, fields, data);
      say(`Saved to ${name || "the sheet"}.`);
    }
    if (problems.length) this.#refuse([...new Set(problems)].join(" "), undefined, mergers);
  }

  /**
   * Bring a combatant up to date with a sheet that has got the changes of this fight.
   * @param {string} id of the stored sheet
   * @param {string} who
   * @param {object} since the sheet's fields when both last matched
   * @param {{ sheet: string, fields: object }} data the sheet as it is now
   */
  async #takeOver(id, who, since, { sheet, fields }) {
    const act = { act: "update", who, data: { sheet, fields }, since };
    let html = "";
    const kept = await keep.update("fights", this.#id, async (before) => {
      const view = { ...this.#view, stored: await findChanged(before, getSheet) };
      const answer = await this.#answer(readEvents(before), { act, view });
      const isUpdated = answer.error === undefined;
      html = isUpdated ? answer.html : "";
      const events = [...readEvents(before), ...(isUpdated ? answer.events : [])];
      return {
        data: { ...before.data, events },
        from: { ...before.from, [who]: { id, fields } },
        ...(isUpdated && { summary: answer.summary }),
      };
    });
    if (kept) await this.#show(html ? { html, record: kept } : null);
  }

  /**
   * Add buttons for stored characters to join.
   * @param {Element} kind
   */
  async #offerKept(kind) {
    const sheets = kind.getAttribute("data-sheets")?.split(" ") ?? [];
    const offered = /** @type {HTMLElement[]} */ ([]);
    for (const { id, name, data } of await keep.list("sheets", this.game)) {
      if (!isSheet(data) || !sheets.includes(data.sheet)) continue;
      const { sheet } = data;
      const joins = makeButton("fb-fight-add fb-fight-kept", `+ ${name}`);
      joins.dataset.kept = id;
      joins.dataset.act = JSON.stringify({ act: "join", sheet, data: { sheet, fields: data.fields } });
      offered.push(joins);
    }
    if (offered.length) this.#holdStill(() => kind.append(...offered));
  }

  /** Offer the fight in a link. It is saved only at the reader's request. */
  async #offerShared() {
    const { hash } = location;
    if (hash === this.#offered) return;
    this.#offered = hash;
    try {
      const data = await readFragment("fight", hash);
      if (!data || hash !== this.#offered) return;
      const place = this.#makeNotice();
      const answer =
        data.fight === this.game
          ? await ask(this, this.game, data.events, { view: {} })
          : { error: "This link doesn't contain a fight for this game." };
      if (answer.error !== undefined) throw new Error(answer.error);
      if (hash !== this.#offered) return;
      const own = findSame("fights", await keep.list("fights", this.game), data);
      const keeps = makeButton("fb-roll", own ? "Play on" : "Save it and play on");
      const words = `Someone shared a fight with you.${own ? " It is on this device already." : ""}`;
      place.append(make("p", {}, words), keeps);
      const store = ignoreRepeats(async () => {
        const { id } = own ?? (await keep.add("fights", { game: this.game, name: "A shared fight", data }));
        place.remove();
        history.replaceState(history.state, "", buildFightAddress(id));
        await this.#enqueue(() => this.#turnTo(id));
        focus(this.#stage.querySelector(".fb-roll, button"));
      });
      keeps.addEventListener("click", store);
      say(words);
    } catch (error) {
      if (hash === this.#offered) showError(this.#makeNotice(), error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} id the id of a stored fight, or NEW */
  async #turnTo(id) {
    const address = buildFightAddress(id);
    if (!location.href.endsWith(address)) history.pushState(history.state, "", address);
    this.#offered = location.hash;
    this.#notice?.remove();
    await this.#showNamed();
    this.#sayWhich();
  }

  #sayWhich() {
    say(this.#id ? "Switched to another fight." : "Switched to a new fight.");
  }

  /** @param {Event} event */
  #handleClick = (event) => {
    const pressed = findClicked(event);
    if (!pressed) return;
    this.#tapped = pressed;
    const name = nameControl(pressed);
    this.#touched = { name, at: findControls(this, name).indexOf(pressed) };
    const task = this.#findTask(pressed);
    if (!task || this.#underWay.has(name)) return; // a second tap before the first one's answer is the same tap
    this.#underWay.set(name, task);
    const endTask = () => {
      if (this.#underWay.get(name) === task) this.#underWay.delete(name);
    };
    const run = () => {
      this.#noteAnswer = endTask;
      return task();
    };
    this.#enqueue(run).finally(endTask);
  };

  /**
   * Return the task of a button, with the choices and values next to it as they are now.
   * @param {HTMLElement} pressed
   * @returns {(() => Promise<unknown>) | null} null if the tap is done or does nothing
   */
  #findTask(pressed) {
    const { open, view, act: command, kept } = pressed.dataset;
    if (pressed.matches(".fb-undo")) {
      const drawn = this.#events;
      return () => this.#undo(drawn);
    }
    if (open) this.#open(pressed);
    else if (view) return () => this.#look(JSON.parse(view));
    else if (pressed.matches(".fb-fight-keep, .fb-fight-merge")) return () => this.#bringBack([pressed]);
    else if (pressed.matches(".fb-fight-keep-all")) return () => this.#bringAllBack(pressed);
    else if (command) {
      const act = this.#completeCommand(pressed);
      return () => this.#execute(act, kept);
    }
    return null;
  }

  /**
   * Return a button's command with the choices and values next to it.
   * @param {HTMLElement} pressed
   */
  #completeCommand(pressed) {
    const act = JSON.parse(pressed.dataset.act ?? "{}");
    if (act.act === "join") {
      const name = find(this, ".fb-fight-name", HTMLInputElement).value.trim();
      const count = find(this, ".fb-fight-count", HTMLInputElement).value;
      return { ...act, ...(name && { name }), ...(count !== "1" && { count }) };
    }
    if (pressed.matches(".fb-fight-apply")) return { ...act, params: { ...act.params, ...readParams(pressed) } };
    if (act.act !== "roll") return act;
    return { ...act, chosen: { ...act.chosen, ...readChoices(pressed) } };
  }

  /** @param {object} view */
  #look(view) {
    this.#view = { ...this.#view, ...view };
    return this.#show();
  }

  /** Use a choice next to a roll for the next roll. @param {Event} event */
  #handleChoice = ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.dataset.choose) return;
    const { chosen } = /** @type {{ chosen?: object }} */ (this.#view);
    const next = { ...chosen, ...readChoices(target) };
    this.#enqueue(() => this.#look({ chosen: next }));
  };

  /**
   * Show a filled form next to its button; pressed again, the button closes it.
   * @param {HTMLElement} opener
   */
  #open(opener) {
    const { open = "", values = "{}" } = opener.dataset;
    const before = this.querySelector(".fb-fight-form");
    before?.remove();
    if (before?.getAttribute("data-of") === open) return;
    const template = this.querySelector(`template[data-form="${CSS.escape(open)}"]`);
    if (!(template instanceof HTMLTemplateElement)) return;
    const place = make("div", { className: "fb-fight-form", "data-of": open, "data-act": opener.dataset.act });
    place.append(template.content.cloneNode(true));
    place.querySelector("fb-roller")?.removeAttribute("id"); // so that it doesn't change the address
    (opener.closest(".fb-fight-roll, p") ?? opener).after(place);
    const form = find(place, "form", HTMLFormElement);
    putInto(form, JSON.parse(values));
    if (!open.startsWith("mechanic:")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#submit(place, form);
      });
    }
    /** @type {HTMLElement | null} */ (form.querySelector("input, select, textarea"))?.focus({ preventScroll: true });
    bringIntoView(place);
  }

  /** @param {HTMLElement} place @param {HTMLFormElement} form */
  #submit(place, form) {
    const act = JSON.parse(place.dataset.act ?? "{}");
    const values = readFields(form);
    this.act({ ...act, fields: values });
  }

  /** Add a roll of an open form to the fight. @param {Event} event */
  #handleRoll = (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof Element)) return;
    const place = event.target.closest(".fb-fight-form");
    if (!(place instanceof HTMLElement)) return;
    const { params, faces } = event.detail;
    this.act({ ...JSON.parse(place.dataset.act ?? "{}"), params, faces });
  };

  /** Show that the command waits for the rules. @param {HTMLElement} place */
  #wait(place) {
    if (this.querySelector(".fb-fight-waiting")) return;
    showWaiting(place, "Working…");
    this.#insertBeside(place);
    sayWaiting("Working…");
  }

  /** Return the control that was tapped last, also if it has been drawn again since. */
  #findTapped() {
    if (this.#tapped?.isConnected) return this.#tapped;
    return findControls(this, this.#touched.name)[this.#touched.at] ?? null;
  }

  /** Put a message next to the pressed button, or at the top. @param {Element} place */
  #insertBeside(place) {
    const tapped = this.#findTapped();
    const beside = tapped?.closest(".fb-fight-change, .fb-fight-roll, .fb-fighter, .fb-fight-kind, p");
    if (beside) beside.after(place);
    else if (!place.isConnected) this.#stage.prepend(place);
  }

  /**
   * Show why a command was refused, next to the tapped control only: an equal sentence that was drawn there is hidden.
   * @param {string} sentence
   * @param {object} [anyway] the command that waives the requirements
   * @param {HTMLElement[]} [waysOut] buttons that do it in another way
   */
  #refuse(sentence, anyway, waysOut = []) {
    this.querySelector(".fb-fight-problem")?.remove();
    const form = this.#findTapped()?.closest(".fb-fight-form");
    const place = form?.querySelector(".fb-result") ?? make("div", { className: "fb-fight-problem" });
    if (!place.isConnected) this.#insertBeside(place);
    const below = form ?? place;
    const drawn = below.nextElementSibling?.closest(".fb-fight-refusal");
    below.classList.toggle("fb-fight-repeats", drawn?.textContent?.startsWith(sentence) ?? false);
    showError(/** @type {HTMLElement} */ (place), sentence);
    if (anyway) {
      const waive = makeButton("fb-fight-override", "Do it anyway");
      waive.dataset.act = JSON.stringify(anyway);
      place.append(waive);
    }
    place.append(...waysOut);
    bringIntoView(/** @type {HTMLElement} */ (place));
  }
}

/**
 * Return the choices next to a button: for a parameter the field that fills it, for a list the entry's number.
 * @param {Element} beside
 */
function readChoices(beside) {
  const lists = beside.closest(".fb-fight-roll")?.querySelectorAll("select") ?? [];
  return Object.fromEntries(
    [...lists].map(({ dataset, value }) => [dataset.choose, dataset.kind === "entry" ? Number(value) : value]),
  );
}

/** Return the values next to a change's button; fields of the same name are a list. @param {Element} beside */
function readParams(beside) {
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (
    beside.closest(".fb-fight-change")?.querySelectorAll("[data-param]") ?? []
  );
  const taken = /** @type {Record<string, string>} */ ({});
  for (const field of fields) {
    const name = field.dataset.param ?? "";
    const value = field.type === "checkbox" ? String(/** @type {HTMLInputElement} */ (field).checked) : field.value;
    taken[name] = name in taken ? `${taken[name]},${value}` : value;
  }
  return taken;
}

/**
 * Return a record's events.
 * @param {{ data?: any } | null} kept
 * @returns {any} a list, unless another version or an extension wrote something else
 */
const readEvents = (kept) => (kept ? kept.data?.events : []);

/** @param {string} id */
const getSheet = (id) => keep.get("sheets", id);

/**
 * Return a command with which a stored character joins as they are now.
 * @param {Record<string, any>} act
 * @param {string} id the id of the stored sheet
 */
async function addStoredData(act, id) {
  const data = (await getSheet(id))?.data;
  return isSheet(data) && data.sheet === act.sheet ? { ...act, data: { sheet: data.sheet, fields: data.fields } } : act;
}

/**
 * Return the stored sheet in a command that updates a combatant, by the combatant's key.
 * @param {Record<string, any>} act
 */
const findUpdated = ({ act, who, data }) => (act === "update" ? { [who]: { data } } : {});

/**
 * Create the button that saves to a stored sheet only what the fight has changed.
 * @param {HTMLElement} keeper the button that saves the whole sheet
 * @param {string} name
 */
function makeMerger({ dataset }, name) {
  const merger = makeButton("fb-fight-merge", `Save only this fight’s changes to ${name}`);
  Object.assign(merger.dataset, { who: dataset.who, sheet: dataset.sheet, merge: "" });
  return merger;
}

/** Return the address of a fight. @param {string} id the id of a stored fight, or NEW */
const buildFightAddress = (id) => `${location.pathname}${location.search}#kept=${id}`;

/** @param {Element | null | undefined} element */
const focus = (element) => element instanceof HTMLElement && element.focus();

/**
 * Describe the focused element by a selector and its index, so that the focus can be restored.
 * @param {Element} stage
 * @param {Element | null} element
 */
function describeFocus(stage, element) {
  if (!(element instanceof HTMLElement) || !stage.contains(element)) return null;
  const selector = `${element.localName}.${[...element.classList].map((name) => CSS.escape(name)).join(".")}`.replace(
    /\.$/,
    "",
  );
  return { selector, at: [...stage.querySelectorAll(selector)].indexOf(element) };
}

/**
 * Return the element that a description fits.
 * @param {Element} stage
 * @param {{ selector: string, at: number } | null} described
 */
const findDescribed = (stage, described) => described && stage.querySelectorAll(described.selector)[described.at];
