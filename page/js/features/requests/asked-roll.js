// <fb-asked>: the roll that a GM asks a player for in a link (`#ask=`), or a player's result that comes back to the GM
// (`#answer=`).
import { buildLink, readFragment } from "#play-shared";
import {
  askRules,
  fillPage,
  getActive,
  ignoreRepeats,
  make,
  makeAction,
  makeButton,
  NOT_ANSWERED,
  resolveAddress,
  say,
  share,
  showError,
  values,
} from "#shared";
import { keep } from "#store";
import { adaptPart, fetchPage } from "../../components/page-fragments.js";
import { drawQrCode } from "../../components/qr.js";
import { askAboutLink, countAnswer, describeAnswer, findRule, renderFaces, showResult } from "./player-answers.js";
import { getRequestPage } from "./offer-request.js";
import { readAnswered, readAsked, storeAnswered } from "../../components/request-store.js";

/**
 * @typedef {import("../../components/request-store.js").Request} Request
 * @typedef {import("../../components/request-store.js").Answer} Answer
 *
 * @typedef {object} Shown what a player sees of a request
 * @property {string} title
 * @property {string} who
 * @property {string[]} open the parameters that the player fills in
 * @property {string[]} settings
 * @property {string} home page#anchor of the roller
 */

export class AskedRoll extends HTMLElement {
  #before = ""; // the page's own words, without a link
  #opened = "";
  #result = make("div", { className: "fb-result" });
  #send = make("div", { className: "fb-asked-send" });

  connectedCallback() {
    this.#before ||= this.innerHTML;
    addEventListener("stepped", this.#open);
    this.#open();
  }

  disconnectedCallback() {
    removeEventListener("stepped", this.#open);
  }

  #open = async () => {
    const { hash } = location;
    if (hash === this.#opened) return;
    this.#opened = hash;
    this.toggleAttribute("opened", /^#(ask|answer)=/.test(hash));
    this.#result.replaceChildren();
    this.#send.replaceChildren();
    try {
      const [request, answer] = await Promise.all([readFragment("ask", hash), readFragment("answer", hash)]);
      if (request) await this.#showRequest(request);
      else if (answer) await this.#showAnswer(answer);
      else this.innerHTML = this.#before;
    } catch (error) {
      this.replaceChildren(this.#result);
      showError(this.#result, error instanceof Error ? error.message : String(error));
    }
  };

  // The player

  /** @param {Request} request */
  async #showRequest(request) {
    const rule = findRule(request);
    const asked = await askAboutLink("asked_roll", request, request);
    const { title, who, settings } = /** @type {Shown} */ (asked);
    const head = [
      make(
        "p",
        { className: "fb-asked-from" },
        who ? `${who}, your GM asks you for a roll.` : "Your GM asks you for a roll.",
      ),
      make("h2", { className: "fb-asked-title" }, title),
      ...(settings.length ? [make("p", { className: "fb-asked-settings" }, settings.join(", "))] : []),
    ];
    const given = readAnswered(request.id);
    if (given && JSON.stringify(given.request) === JSON.stringify(request)) {
      this.replaceChildren(
        ...head,
        make("p", {}, "You have rolled this. The dice stay as they fell."),
        this.#result,
        this.#send,
      );
      await this.#showAgain(given);
      return;
    }
    const form = make("section", { className: "fb-asked-form", "aria-label": "Your character" });
    const name = make("input", { type: "text", className: "fb-list-field", maxLength: 40, autocomplete: "off" });
    const named = make("label", { className: "fb-asked-name" }, "Your character’s name ", name);
    const roll = makeButton("fb-roll fb-asked-roll", "Roll");
    form.hidden = !asked.open.length;
    this.replaceChildren(...head, named, form, roll, this.#result, this.#send);
    named.hidden = !request.rule; // a fight knows who rolls
    let getFilled = () => /** @type {Record<string, string>} */ ({});
    if (asked.open.length) {
      roll.disabled = true;
      getFilled = await this.#makeForm(form, request, asked);
      roll.disabled = false;
    }
    const findName = async () => {
      const id = getActive(rule.split(".")[0] ?? "");
      const sheet = asked.open.length && id ? await keep.get("sheets", id) : null;
      return sheet?.name ?? "";
    };
    if (!named.hidden) {
      const own = await findName();
      named.hidden = Boolean(own);
    }
    const act = ignoreRepeats(async () => {
      const done = await this.#roll(request, (await findName()) || name.value.trim(), getFilled());
      if (!done) return;
      for (const each of [form, named, roll]) each.remove();
    });
    roll.addEventListener("click", act);
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation(); // the roller would make a roll of its own
        act();
      },
      true,
    );
    say(`${who ? `${who}, your` : "Your"} GM asks you for a roll: ${[title, ...settings].join(", ")}.`);
    roll.focus({ preventScroll: true });
  }

  /**
   * Show the rule's form with the player's own character filled in. Return a function that reads it.
   * @param {HTMLElement} place
   * @param {Request} request
   * @param {Shown} asked
   */
  async #makeForm(place, { params = {}, chosen = {}, rule }, { home, open }) {
    const [path, anchor] = home.split("#");
    const found = (await fetchPage(path)).getElementById(anchor);
    const roller = found && adaptPart(/** @type {Element} */ (document.adoptNode(found)), path);
    const form = roller?.querySelector("form");
    if (!roller || !form)
      throw new Error("The form of this roll couldn't be loaded. Reload the page once you're online.");
    for (const part of roller.querySelectorAll(".fb-title, .fb-actions, .fb-own, details.fb-odds")) part.remove();
    place.replaceChildren(roller);
    const isFilled = Boolean(getActive(rule.split(".")[0]));
    const pairs = Object.entries(params).filter(([name]) => !(isFilled && open.includes(name)));
    values.setValues(form, pairs);
    removeFixedFields(form, open);
    if (isFilled) {
      const { choose } = await import("#play");
      choose(rule, chosen);
    }
    await fillPage();
    return () => Object.fromEntries(Object.entries(values.readValues(form)).filter(([name]) => open.includes(name)));
  }

  /**
   * Roll, show the result, and offer to send it back. Return true if it was rolled.
   * @param {Request} request
   * @param {string} who
   * @param {Record<string, string>} params
   */
  async #roll(request, who, params) {
    const args = [JSON.stringify(request), who, JSON.stringify(params)];
    const answered = /** @type {any} */ (await askRules(this, { kind: "answer_roll", id: findRule(request), args }));
    if (!answered || answered.error !== undefined) {
      showError(this.#result, answered?.error ?? NOT_ANSWERED);
      return false;
    }
    storeAnswered(answered.answer);
    await this.#showRolled(answered.answer, answered.html ?? renderFaces(answered.answer), answered.said);
    return true;
  }

  /** Show an answer that this device has given. @param {Answer} answer */
  async #showAgain(answer) {
    const checked = await askAboutLink("check_answer", answer.request, answer, answer.request);
    await this.#showRolled(answer, checked.rolled?.html ?? renderFaces(answer), "");
  }

  /** @param {Answer} answer @param {string} html @param {string} [said] */
  async #showRolled(answer, html, said = "") {
    showResult(this.#result, html);
    const { page } = answer.request;
    const link = await buildLink(page ? resolveAddress(page) : getRequestPage(), "answer", answer);
    if (link === null) throw new Error("This result is too long for a link. Show it to your GM.");
    const send = makeAction("fb-roll", "Send it back", () => share(send, link, "Link with your result"));
    this.#send.replaceChildren(
      send,
      make("p", {}, "Your GM opens the link, or scans this code:"),
      drawQrCode(link) ?? make("p", {}, "The link is too long for a QR code."),
    );
    say(`${said} Send it back to your GM.`.trim());
    send.focus({ preventScroll: true });
  }

  // The GM

  /** @param {Answer} answer */
  async #showAnswer(answer) {
    const asked = readAsked(answer.request?.id);
    const about = [answer, asked?.request ?? null, asked?.counted ?? []];
    const checked = await askAboutLink("check_answer", answer.request, ...about);
    const isNew = checked.state === "new" && countAnswer(this, answer, checked.rolled);
    const link = make("a", { href: resolveAddress("dice/#history") }, "your rolls");
    const words = isNew ? "It is in your rolls." : checked.said;
    this.replaceChildren(
      make("h2", { className: "fb-asked-title" }, describeAnswer(checked)),
      this.#result,
      make("p", {}, ...(isNew ? ["It is in ", link, "."] : [words])),
    );
    showResult(this.#result, checked.rolled?.html ?? renderFaces(answer));
    say([describeAnswer(checked), checked.rolled?.said, words].filter(Boolean).join(" "));
  }
}

/**
 * Remove the fields that the GM has set, and what is empty without them.
 * @param {HTMLFormElement} form
 * @param {string[]} open the names of the player's fields
 */
function removeFixedFields(form, open) {
  for (const field of form.querySelectorAll("[name]")) {
    const isOpen = open.includes(field.getAttribute("name") ?? "");
    if (!isOpen) (field.closest(".fb-field, .fb-toggle, fb-list") ?? field).remove();
  }
  for (const part of form.querySelectorAll(".fb-picks, details, .fb-fields")) {
    if (part.matches(".fb-picks") || !part.querySelector("[name]")) part.remove();
  }
}
