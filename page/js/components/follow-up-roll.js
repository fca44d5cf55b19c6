// <fb-next>: a button on a result for the roll that comes next. It rolls, or opens the roller, right below.
import { makeAction, make, find } from "../lib/dom.js";
import { toFailure } from "../lib/failure.js";
import { fetchText, createForeignFailure } from "../lib/fetch.js";
import { bringIntoView } from "../lib/taps.js";
import { resolveAddress, linkToRoll } from "../lib/url-state.js";
import { buildRoll } from "../rules-client/client.js";
import { setValues } from "./forms/values.js";
import { finishCard, ResultView, showError } from "./result-view.js";

let opened = 0;

export class Next extends HTMLElement {
  connectedCallback() {
    if (this.querySelector("button")) return;
    const opener = makeAction("fb-next-roll", this.textContent ?? "", () => this.open());
    this.replaceChildren(opener);
  }

  get mechanic() {
    return this.getAttribute("mechanic") ?? "";
  }

  /** The page#anchor of the roller. */
  get home() {
    return this.getAttribute("home") ?? "";
  }

  /** The parameters that the result determines. @returns {import("./forms/values.js").Values} */
  get presetParams() {
    return JSON.parse(this.getAttribute("known") ?? "{}");
  }

  /** Roll at once if no parameter is missing; otherwise show the roller with the known parameters filled in. */
  async open() {
    const place = this.#place();
    await (this.hasAttribute("at-once") ? this.#roll(place) : this.#openRoller(place));
  }

  /** Return the place below the result's buttons, which shows one roll at a time. */
  #place() {
    const row = this.closest(".fb-next") ?? this;
    const after = row.nextElementSibling;
    if (after?.matches(".fb-next-place")) after.remove();
    const place = make("div", { className: "fb-next-place" });
    row.after(place);
    return place;
  }

  /** @param {HTMLElement} place */
  async #roll(place) {
    place.classList.add("fb-result");
    const question = buildRoll(this.mechanic, this.presetParams);
    const answer = await new ResultView(place, this).ask(question);
    if (answer?.error !== undefined || !answer) return;
    const faces = answer.roll?.faces.join(",") ?? "";
    finishCard(place, question.source, faces, () =>
      linkToRoll(this.home, this.mechanic, { ...this.presetParams, faces }),
    );
  }

  /** @param {HTMLElement} place */
  async #openRoller(place) {
    place.setAttribute("aria-busy", "true");
    const [page, anchor] = this.home.split("#");
    try {
      const text = await fetchText(resolveAddress(page));
      const found = new DOMParser().parseFromString(text, "text/html").getElementById(anchor);
      if (!found) throw createForeignFailure();
      place.append(adaptRoller(document.adoptNode(found), page, anchor));
    } catch (error) {
      const { message } = toFailure(error);
      place.append(make("p", {}, make("a", { href: resolveAddress(this.home) }, this.textContent ?? "")));
      showError(
        place.appendChild(make("div")),
        `The form couldn't be loaded: ${message}. You can open its own page instead.`,
      );
      return;
    } finally {
      place.removeAttribute("aria-busy");
    }
    const form = place.querySelector("form");
    if (form)
      setValues(
        form,
        Object.entries(this.presetParams).filter(([name]) => name in form.elements),
      );
    bringIntoView(place);
    find(place, "button.fb-roll", HTMLButtonElement).focus({ preventScroll: true });
  }
}

/**
 * Prepare a roller of another page, or a copy of one on this page, to be shown elsewhere. It gets new ids, and loses
 * its odds if it is part of a result.
 * @param {Element} roller
 * @param {string} page the address of its page
 * @param {string} anchor
 * @param {boolean} [keepsOdds]
 */
export function adaptRoller(roller, page, anchor, keepsOdds = false) {
  const own = `${anchor}-next-${(opened += 1)}`;
  for (const element of [roller, ...roller.querySelectorAll("*")]) {
    for (const attribute of ["id", "for", "aria-controls", "aria-labelledby"]) {
      const name = element.getAttribute(attribute);
      if (name === anchor || name?.startsWith(`${anchor}-`))
        element.setAttribute(attribute, own + name.slice(anchor.length));
    }
  }
  if (!keepsOdds) roller.querySelector("details.fb-odds")?.remove();
  roller.setAttribute("page", page);
  roller.setAttribute("stands-for", anchor);
  return roller;
}
