// <fb-fight>: a fight on the page. It keeps what happened, on this device, and asks Python what that comes to; what a
// button does stands on the button (rules_py/rendering/fights/).
import {
  button,
  clicked,
  find,
  make,
  runtime,
  say,
  sayWaiting,
  seed,
  share,
  showError,
  showWaiting,
  whileWaiting,
} from "#shared";
import { keep, TROUBLE_WORDS } from "#store";
import { saveAs } from "../../components/download.js";
import { ask } from "../../components/fight-questions.js";
import { broughtBy, linkWith, LONGEST_EVERYWHERE } from "../../components/share-link.js";
import { bringBack, isSame } from "../../components/sheet-changes.js";
import { putInto, valuesIn } from "../../components/sheet-fields.js";
import { fileOf, isSheet } from "../../lib/backup-format.js";
import { Forecast } from "./forecast.js";

const PLAYING = ["roll", "rolled", "all", "order", "turn"];
const NAMED = /^#kept=(?<id>.+)$/; // an address that names a stored fight, or a new one that is not stored yet
const NEW = "new";
const NOT_HERE = "This fight is not kept here: it was deleted, or made on another device.";
const UNREADABLE =
  "What this device kept of this fight can't be read. It stays kept as it is; “New fight” begins another.";

export class Fight extends HTMLElement {
  #id = ""; // of the record that is shown
  #path = ""; // of the page, as the address changes before the page does
  #empty = ""; // the stage before anybody joins, as the page brings it
  #view = {}; // whom one looks at
  #isActing = false; // what it keeps then, it shows itself
  #shelved = ""; // what the shelf says
  #offered = ""; // the link that was offered last
  #shown = 0; // so that an answer that came late shows nothing over a newer one
  /** @type {HTMLElement | null} */
  #tapped = null; // what was pressed last: a refusal stands beside it
  /** @type {Promise<unknown> | undefined} */
  #rulesAreHere;
  /** @type {Promise<import("#store").Kept> | null} */
  #recording = null;
  #stopWatching = () => {};
  /** @type {Forecast | null} */
  #forecast = null;

  async connectedCallback() {
    this.#empty ||= this.#stage.innerHTML;
    this.#path = location.pathname;
    this.addEventListener("click", this.#clicked);
    this.addEventListener("change", this.#chosen);
    this.addEventListener("rolled", this.#rolled);
    keep.addEventListener("trouble", this.#troubled);
    addEventListener("stepped", this.#stepped);
    this.#stopWatching = keep.watch("fights", ({ id }) => {
      if (this.#isActing) return; // what it does itself it shows itself, once it is done
      if (!id) this.#showNamed();
      else if (id === this.#id) this.#show();
      this.#shelve();
    });
    await this.#showNamed();
    this.#offerShared();
  }

  disconnectedCallback() {
    this.removeEventListener("click", this.#clicked);
    this.removeEventListener("change", this.#chosen);
    this.removeEventListener("rolled", this.#rolled);
    keep.removeEventListener("trouble", this.#troubled);
    removeEventListener("stepped", this.#stepped);
    this.#stopWatching();
    this.#forecast?.stop();
  }

  /** What the device can't keep is said as long as that is so. */
  #troubled = () => this.#shelve();

  /** Follow a link to a fight, or a step back to one, on the page that shows another. */
  #stepped = async () => {
    if (location.pathname !== this.#path) return; // the next page is on its way
    const isOfFight = !location.hash || NAMED.test(location.hash); // else a part of this page, or a shared fight
    if (isOfFight) this.#above?.remove();
    this.#offerShared();
    if (!isOfFight) return;
    const before = this.#id;
    await this.#showNamed();
    if (this.#id !== before) this.#sayWhich();
  };

  /** Show the fight that the address names; without a name the one that is shown already, at first the latest. */
  async #showNamed() {
    const named = NAMED.exec(location.hash)?.groups?.id;
    const all = await keep.all("fights", this.game);
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
    const isMissing = named !== undefined && named !== NEW && !id && !keep.trouble; // in trouble, the shelf says why
    if (isMissing) showError(this.#placeAbove(), NOT_HERE);
    await this.#show();
    await this.#shelve();
  }

  /** Have the address name the fight that is shown; what somebody shared stays in it until that is kept. */
  #putIntoAddress() {
    const isHere = this.isConnected && location.pathname === this.#path && !location.hash.startsWith("#fight=");
    if (this.#id && isHere) history.replaceState(history.state, "", addressOfFight(this.#id));
  }

  /** A place above the fight, instead of what an earlier address brought there. */
  #placeAbove() {
    const place = make("div", { className: "fb-fight-shared" });
    this.#above?.remove();
    this.prepend(place);
    return place;
  }

  get #above() {
    return this.querySelector(":scope > .fb-fight-shared");
  }

  get game() {
    return this.getAttribute("game") ?? "";
  }

  get #stage() {
    return find(this, ".fb-fight-stage", HTMLElement);
  }

  /**
   * Do something, and keep what came of it.
   * @param {{ act: string } & Record<string, any>} act see rules_py.play.fight.commands
   * @param {string} [keptId] the kept sheet that somebody joins as
   * @returns what came of it, in words
   */
  async act(act, keptId) {
    this.setAttribute("aria-busy", "true");
    if (PLAYING.includes(act.act)) this.#view = {}; // the next one's turn
    const question = { act, view: this.#view, seed: seed() };
    let problem = "";
    let said = "";
    const number = (this.#shown += 1);
    const waiting = make("div", { className: "fb-fight-waiting" });
    this.#isActing = true;
    /** @type {() => Promise<void> | void} */
    let show = () => {};
    const kept = this.#record().then(({ id }) =>
      this.#whenRulesAreHere().then(() =>
        keep.update("fights", id, async (before) => {
          const answer = await this.#answer(eventsOf(before), question);
          if (answer.error !== undefined) {
            problem = answer.error;
            return null;
          }
          ({ said } = answer);
          const events = [...eventsOf(before), ...answer.events];
          show = () => this.#draw(answer.html, events, PLAYING.includes(act.act));
          const from = { ...before.from };
          for (const { event, who = "", count } of answer.events) {
            if (event !== "join") continue;
            if (keptId && !count) from[who] = { id: keptId, fields: act.data.fields };
            else delete from[who]; // whoever had this key before was undone
          }
          return { data: { ...before.data, events }, from };
        }),
      ),
    );
    await whileWaiting(kept, () => this.#wait(waiting));
    // Shown once it is kept: whoever sees what fell may leave at once, and finds it there again.
    const drawn = number === this.#shown ? show() : undefined;
    this.#isActing = false;
    await Promise.all([drawn, this.#shelve()]);
    waiting.remove();
    this.removeAttribute("aria-busy");
    if (problem) this.#refuse(problem);
    else {
      say(said);
      this.querySelector(":scope > .fb-fight-shared:has(.fb-error)")?.remove(); // a link that was refused
    }
    return problem || said;
  }

  /** So that no other tab waits for this one's start, or for the file with the game's rules. */
  async #whenRulesAreHere() {
    await runtime.running([this.game]);
    await (this.#rulesAreHere ??= ask(this, this.game, [], { view: {} }));
  }

  /** Take back what happened last: an event, and with a roll all that followed from it. */
  async undo() {
    const { ariaLabel } = find(this, ".fb-undo", HTMLElement);
    await keep.update("fights", this.#id, ({ data }) => {
      if (!Array.isArray(data?.events)) return null; // written meanwhile by something else
      const events = [...data.events];
      while (events.pop()?.follows);
      return { data: { ...data, events } };
    });
    await this.#show();
    say(ariaLabel?.replace("Undo", "Undone") ?? "Undone.");
  }

  /** The record of this fight; a new one where nothing has happened yet. */
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

  async #show() {
    const number = (this.#shown += 1);
    const kept = this.#id ? await keep.get("fights", this.#id) : null;
    if (number !== this.#shown || !this.isConnected) return;
    const events = eventsOf(kept);
    if (Array.isArray(events) && !events.length) {
      await this.#draw(this.#empty, []);
      return;
    }
    this.setAttribute("shown", this.#id);
    const answer = await whileWaiting(this.#answer(events, { view: this.#view }), () => {
      showWaiting(this.#stage, "Your fight follows.");
    });
    if (number !== this.#shown || !this.isConnected) return;
    if (answer.error === undefined) this.#draw(answer.html, events);
    else showError(this.#stage, answer.error);
  }

  /**
   * @param {unknown} events
   * @param {{ act?: object, view: object, seed?: bigint }} question
   * @returns {Promise<import("../../components/fight-questions.js").FightAnswer | import("../../components/fight-questions.js").Refusal>}
   */
  async #answer(events, question) {
    return Array.isArray(events) ? ask(this, this.game, events, question) : { error: UNREADABLE };
  }

  /**
   * Show the fight; what was open stays open, and the keyboard stays where it was.
   * @param {string} html
   * @param {object[]} events
   * @param {boolean} [isPlaying] who joins is out of the way then
   */
  async #draw(html, events, isPlaying = false) {
    const stage = this.#stage;
    this.setAttribute("shown", this.#id);
    const opened = [...stage.querySelectorAll("details[open]")]
      .map(({ className }) => className)
      .filter((name) => name !== "fb-fight-rest" && !(isPlaying && name === "fb-fight-join"));
    const focused = placeOf(stage, document.activeElement);
    stage.innerHTML = html;
    this.#forecast ??= new Forecast(this);
    this.#forecast.standIn(stage);
    this.#forecast.follow(events);
    for (const name of opened) stage.querySelector(`details.${name}`)?.setAttribute("open", "");
    if (focused) focus(stage.querySelectorAll(focused.selector)[focused.at] ?? stage.querySelector("button"));
    await Promise.all([
      ...[...stage.querySelectorAll(".fb-fight-kind")].map((kind) => this.#offerKept(kind)),
      this.#offerBack(),
    ]);
  }

  /** Whoever joined as a kept sheet, and is another now, can be kept on it. */
  async #offerBack() {
    const kept = this.#id ? await keep.get("fights", this.#id) : null;
    for (const keeper of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".fb-fight-keep"))) {
      const { id, fields } = joinedAs(kept, keeper.dataset.who);
      keeper.hidden =
        !id
        || !fields
        || !(await keep.get("sheets", id))
        || isSame(JSON.parse(keeper.dataset.sheet ?? "{}").fields, fields);
    }
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".fb-fight-keeps"))) {
      line.hidden = !line.querySelector(".fb-fight-keep:not([hidden])");
    }
  }

  /** Keep what a fight made of somebody on the sheet that they joined as. @param {HTMLElement} keeper */
  async #bringBack(keeper) {
    const { who = "", sheet = "{}" } = keeper.dataset;
    const kept = await keep.get("fights", this.#id);
    const { id, fields } = joinedAs(kept, who);
    if (!id || !fields) return;
    const result = await bringBack(id, fields, JSON.parse(sheet));
    if (!result?.record) {
      this.#refuse(result?.error ?? "The sheet is no longer on this device.");
      return;
    }
    const same = { id, fields: result.record.data.fields };
    await keep.update("fights", this.#id, ({ from }) => ({ from: { ...from, [who]: same } }));
    say(`Saved to ${result.record.name || "the sheet"}.`);
  }

  /**
   * Characters that are kept on this device can join as they are.
   * @param {Element} kind
   */
  async #offerKept(kind) {
    const sheets = kind.getAttribute("data-sheets")?.split(" ") ?? [];
    for (const { id, name, data } of await keep.all("sheets", this.game)) {
      if (!isSheet(data) || !sheets.includes(data.sheet)) continue;
      const { sheet } = data;
      const joins = button("fb-fight-add fb-fight-kept", `+ ${name}`);
      joins.dataset.kept = id;
      joins.dataset.act = JSON.stringify({ act: "join", sheet, data: { sheet, fields: data.fields } });
      kind.append(joins);
    }
  }

  /** The fights that are kept: a new one, an older one, this one's link. What says the same stays as it is, and open. */
  async #shelve() {
    const fights = await keep.all("fights", this.game);
    const words = TROUBLE_WORDS[keep.trouble];
    const others = fights
      .filter(({ id }) => id !== this.#id)
      .map(({ id, name, changed }) => ({ id, words: `${name}, ${new Date(changed).toLocaleTimeString()}` }));
    const said = JSON.stringify([this.#id, fights.length > 0, words, others]);
    const shelf = find(this, ".fb-fight-shelf", HTMLElement);
    if (this.#shelved === said) return;
    this.#shelved = said;
    const wasOpen = shelf.querySelector("details")?.open ?? false;
    const focused = placeOf(shelf, document.activeElement);
    shelf.replaceChildren(...(words ? [make("p", { className: "fb-order-note" }, words)] : []));
    if (!fights.length) return;
    const fresh = button("fb-fight-fresh", "New fight");
    fresh.addEventListener("click", () => this.#turnTo(NEW));
    const sharer = button("fb-share", "Share this fight");
    sharer.addEventListener("click", () => this.#share(sharer));
    shelf.append(make("p", { className: "fb-fight-tools" }, ...(this.#id ? [sharer] : []), fresh));
    if (others.length) {
      const openers = others.map((other) => {
        const opener = button("fb-fight-older", other.words);
        opener.addEventListener("click", () => this.#turnTo(other.id));
        return make("li", {}, opener);
      });
      const olders = make(
        "details",
        { className: "fb-fight-olders" },
        make("summary", {}, `Other fights (${others.length})`),
        make("ul", {}, ...openers),
      );
      olders.open = wasOpen;
      shelf.append(olders);
    }
    if (focused) focus(shelf.querySelectorAll(focused.selector)[focused.at] ?? fresh);
  }

  /** A link with this fight in it; whoever opens it sees the same. */
  async #share(/** @type {HTMLButtonElement} */ sharer) {
    const kept = await keep.get("fights", this.#id);
    if (!kept) return;
    const link = await linkWith(`${location.origin}${location.pathname}`, "fight", kept.data);
    if (link !== null && link.length <= LONGEST_EVERYWHERE) share(sharer, link, "Link to this fight");
    else this.#shareLong(sharer, kept, link);
  }

  /**
   * Say that a link is too long, for other apps or for this site, and offer a file.
   * @param {HTMLElement} sharer
   * @param {import("#store").Kept} kept
   * @param {string | null} link where this site would open it
   */
  #shareLong(sharer, kept, link) {
    const words =
      link === null
        ? "This fight is too long for a link. Send it as a file; “Import a file” beside the game's characters opens it."
        : `The link to this fight has ${link.length.toLocaleString("en")} characters, and some apps cut links that long.`
          + " A file always arrives whole; “Import a file” beside the game's characters opens it.";
    const save = button("fb-add", "Save as file");
    save.addEventListener("click", () => saveAs(kept.name || "fight", fileOf({ fights: [kept] })));
    const place = make("div", { className: "fb-fight-shared" }, make("p", {}, words), save);
    if (link !== null) {
      const send = button("fb-add fb-fight-long", "Share the link");
      send.addEventListener("click", () => share(send, link, "Link to this fight"));
      place.append(send);
    }
    const tools = sharer.closest("p");
    if (tools?.nextElementSibling?.matches(".fb-fight-shared")) tools.nextElementSibling.remove();
    tools?.after(place);
    say(words);
    save.focus();
  }

  /** A fight that a link brings is shown as an offer: nothing is kept by itself. */
  async #offerShared() {
    const { hash } = location;
    if (hash === this.#offered) return;
    this.#offered = hash;
    try {
      const data = await broughtBy("fight", hash);
      if (!data || hash !== this.#offered) return;
      const place = this.#placeAbove();
      const answer =
        data.fight === this.game
          ? await ask(this, this.game, data.events, { view: {} })
          : { error: "link: got no fight of this game, takes one that was shared from this page." };
      if (answer.error !== undefined) throw new Error(answer.error);
      if (hash !== this.#offered) return;
      const keeps = button("fb-roll", "Keep it and play on");
      place.append(make("p", {}, "Somebody shared a fight with you."), keeps);
      keeps.addEventListener("click", async () => {
        const { id } = await keep.add("fights", { game: this.game, name: "A shared fight", data });
        place.remove();
        history.replaceState(history.state, "", addressOfFight(id));
        await this.#turnTo(id);
        focus(this.#stage.querySelector(".fb-roll, button"));
      });
      say("Somebody shared a fight with you.");
    } catch (error) {
      if (hash === this.#offered) showError(this.#placeAbove(), error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} id of a stored fight, or NEW */
  async #turnTo(id) {
    const address = addressOfFight(id);
    if (!location.href.endsWith(address)) history.pushState(history.state, "", address);
    this.#offered = location.hash;
    this.#above?.remove();
    await this.#showNamed();
    this.#sayWhich();
  }

  #sayWhich() {
    say(this.#id ? "Another fight." : "A new fight.");
  }

  /** @param {Event} event */
  #clicked = (event) => {
    const pressed = clicked(event);
    if (!pressed) return;
    this.#tapped = pressed;
    if (pressed.matches(".fb-undo")) this.undo();
    else if (pressed.dataset.open) this.#open(pressed);
    else if (pressed.dataset.view) this.#look(JSON.parse(pressed.dataset.view));
    else if (pressed.matches(".fb-fight-keep")) this.#bringBack(pressed);
    else if (pressed.dataset.act) this.act(this.#completed(pressed), pressed.dataset.kept);
  };

  /**
   * The act that a button stands for, with what was chosen or typed beside it.
   * @param {HTMLElement} pressed
   */
  #completed(pressed) {
    const act = JSON.parse(pressed.dataset.act ?? "{}");
    if (act.act === "join") {
      const name = find(this, ".fb-fight-name", HTMLInputElement).value.trim();
      const count = find(this, ".fb-fight-count", HTMLInputElement).value;
      return { ...act, ...(name && { name }), ...(count !== "1" && { count }) };
    }
    if (pressed.matches(".fb-fight-apply")) return { ...act, params: { ...act.params, ...takenBeside(pressed) } };
    if (act.act !== "roll") return act;
    return { ...act, chosen: { ...act.chosen, ...chosenBeside(pressed) } };
  }

  /** @param {object} view */
  #look(view) {
    this.#view = { ...this.#view, ...view };
    return this.#show();
  }

  /** A choice beside a roll is what the next roll goes with. @param {Event} event */
  #chosen = ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.dataset.choose) return;
    const { chosen } = /** @type {{ chosen?: object }} */ (this.#view);
    this.#look({ chosen: { ...chosen, ...chosenBeside(target) } });
  };

  /**
   * Show a form beside the button that opens it, filled in; pressed again it closes.
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
    place.querySelector("fb-roller")?.removeAttribute("id"); // it leaves the address alone
    (opener.closest(".fb-fight-roll, p") ?? opener).after(place);
    const form = find(place, "form", HTMLFormElement);
    putInto(form, JSON.parse(values));
    if (!open.startsWith("mechanic:")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#submit(place, form);
      });
    }
    focus(form.querySelector("input, select, textarea"));
  }

  /** @param {HTMLElement} place @param {HTMLFormElement} form */
  #submit(place, form) {
    const act = JSON.parse(place.dataset.act ?? "{}");
    const values = valuesIn(form);
    this.act({ ...act, fields: values });
  }

  /** A roll of a form that stands open belongs to the fight. @param {Event} event */
  #rolled = (event) => {
    if (!(event instanceof CustomEvent) || !(event.target instanceof Element)) return;
    const place = event.target.closest(".fb-fight-form");
    if (!(place instanceof HTMLElement)) return;
    const { params, faces } = event.detail;
    this.act({ ...JSON.parse(place.dataset.act ?? "{}"), params, faces });
  };

  /** While Python, or a file, is on its way: what was tapped is not lost. @param {HTMLElement} place */
  #wait(place) {
    if (this.querySelector(".fb-fight-waiting")) return;
    showWaiting(place, "What you tapped follows.");
    this.#putBeside(place);
    sayWaiting("What you tapped follows.");
  }

  /** Something is said of what was tapped: beside it, else at the top. @param {Element} place */
  #putBeside(place) {
    const beside =
      this.#tapped?.isConnected
      && this.#tapped.closest(".fb-fight-change, .fb-fight-roll, .fb-fighter, .fb-fight-kind, p");
    if (beside) beside.after(place);
    else if (!place.isConnected) this.#stage.prepend(place);
  }

  /** @param {string} sentence */
  #refuse(sentence) {
    this.querySelector(".fb-fight-problem")?.remove();
    const place = this.querySelector(".fb-fight-form .fb-result") ?? make("div", { className: "fb-fight-problem" });
    this.#putBeside(place);
    showError(/** @type {HTMLElement} */ (place), sentence);
    place.scrollIntoView({ block: "nearest" });
  }
}

/**
 * What the lists beside a button say: for a parameter the field that fills it, for a list the number of its entry.
 * @param {Element} beside
 */
function chosenBeside(beside) {
  const lists = beside.closest(".fb-fight-roll")?.querySelectorAll("select") ?? [];
  return Object.fromEntries(
    [...lists].map(({ dataset, value }) => [dataset.choose, dataset.kind === "entry" ? Number(value) : value]),
  );
}

/** What the fields beside a change's button say. @param {Element} beside */
function takenBeside(beside) {
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (
    beside.closest(".fb-fight-change")?.querySelectorAll("[data-param]") ?? []
  );
  return Object.fromEntries(
    [...fields].map((field) => [
      field.dataset.param,
      field.type === "checkbox" ? String(/** @type {HTMLInputElement} */ (field).checked) : field.value,
    ]),
  );
}

/**
 * What has happened, as a record has it.
 * @param {{ data?: any } | null} kept
 * @returns {any} a list of events, unless another version or an extension wrote something else
 */
const eventsOf = (kept) => (kept ? kept.data?.events : []);

/**
 * The kept sheet that somebody joined as, and what it said; nothing where nobody did.
 * @param {import("#store").Kept | null} kept
 * @param {string} [who]
 * @returns {{ id?: string, fields?: object }}
 */
function joinedAs(kept, who = "") {
  const found = new Map(Object.entries(kept?.from ?? {})).get(who);
  return typeof found?.id === "string" && typeof found.fields === "object" ? found : {};
}

/** The address that shows a fight on its page. @param {string} id of a stored fight, or NEW */
const addressOfFight = (id) => `${location.pathname}${location.search}#kept=${id}`;

/** @param {Element | null | undefined} element */
const focus = (element) => element instanceof HTMLElement && element.focus();

/**
 * Where the keyboard is, so that it can be there again: the how manieth of its kind.
 * @param {Element} stage
 * @param {Element | null} element
 */
function placeOf(stage, element) {
  if (!(element instanceof HTMLElement) || !stage.contains(element)) return null;
  const selector = `${element.localName}.${[...element.classList].map((name) => CSS.escape(name)).join(".")}`.replace(
    /\.$/,
    "",
  );
  return { selector, at: [...stage.querySelectorAll(selector)].indexOf(element) };
}
