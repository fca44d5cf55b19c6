// The GM's notes about an encounter, besides its combatants: its name, its campaign, a note, and clocks.
import { make, makeAction, makeButton, say } from "#shared";
import { keep } from "#store";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("#store").Clock} Clock
 */

const LONGEST_NAME = 80;
const LONGEST_NOTE = 10_000;
const MOST_CLOCKS = 4;
const MOST_SEGMENTS = 24;

/**
 * @typedef {object} Details
 * @property {HTMLElement} element
 * @property {(fight: StoredRecord, campaigns: string[]) => void} update shows a change; fields that the reader is in
 *   stay as they are
 */

/**
 * Make the words for how much of a clock is filled: "1/6", which a screen reader reads as "1 of 6".
 * @param {number} filled
 * @param {number} segments
 */
export function makeShare(filled, segments) {
  return [
    make("span", { "aria-hidden": "true" }, `${filled}/${segments}`),
    make("span", { className: "fb-hidden" }, `${filled} of ${segments}`),
  ];
}

/**
 * Make the fields about a fight.
 * @param {StoredRecord} fight
 * @returns {Details}
 */
export function makeDetails(fight) {
  const [title, campaign, note] = [makeTitle(fight), makeCampaign(fight), makeNote(fight)];
  const clocks = make("div", { className: "fb-encounter-clocks" });
  const adder = makeClockAdder(fight.id);
  const element = make("div", { className: "fb-encounter-details" }, title, campaign, note, clocks, adder);
  return {
    element,
    update(now, campaigns) {
      const values = [now.name, now.campaign ?? "", now.note ?? ""];
      [title, campaign, note].forEach((label, at) => {
        const field = label.querySelector("input, textarea");
        const isFree = field !== document.activeElement;
        if (isFree && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
          field.value = values[at];
        }
      });
      campaign.querySelector("datalist")?.replaceChildren(...campaigns.map((each) => new Option(each)));
      const shown = (now.clocks ?? []).filter(isClock);
      clocks.replaceChildren(...shown.map((clock, at) => makeClock(fight.id, clock, at)));
      adder.hidden = shown.length >= MOST_CLOCKS;
    },
  };
}

/** @param {StoredRecord} fight */
function makeTitle({ id, name }) {
  const field = makeTextField("fb-fight-title-field", name);
  field.addEventListener("change", async () => {
    const chosen = field.value.trim() || name;
    field.value = chosen;
    await keep.update("fights", id, () => ({ name: chosen }));
    say(`This fight is called ${chosen}.`);
  });
  return make("label", { className: "fb-fight-named" }, "This fight's name ", field);
}

/** @param {StoredRecord} fight */
function makeCampaign({ id, campaign = "" }) {
  const list = make("datalist", { id: "fb-campaigns" });
  const field = makeTextField("fb-encounter-campaign", campaign);
  field.setAttribute("list", list.id);
  field.addEventListener("change", async () => {
    const chosen = field.value.trim();
    await keep.update("fights", id, () => ({ campaign: chosen || undefined }));
    say(chosen ? `This fight belongs to ${chosen}.` : "This fight belongs to no campaign.");
  });
  return make("label", { className: "fb-fight-named" }, "Campaign ", field, list);
}

/** @param {string} className @param {string} value */
function makeTextField(className, value) {
  return make("input", { type: "text", className, value, maxLength: LONGEST_NAME, autocomplete: "off" });
}

/** @param {StoredRecord} fight */
function makeNote({ id, note = "" }) {
  const field = make("textarea", { className: "fb-encounter-note", value: note, rows: 2, maxLength: LONGEST_NOTE });
  field.addEventListener("change", () => keep.update("fights", id, () => ({ note: field.value.trim() || undefined })));
  return make("label", { className: "fb-fight-named" }, "Note ", field);
}

/**
 * @param {string} id
 * @param {Clock} clock
 * @param {number} at
 */
function makeClock(id, { name, filled, segments }, at) {
  const [back, tick, remove] = [
    makeButton("fb-clock-back", "−", `One back: ${name}`),
    makeButton("fb-clock-tick", "+", `Tick: ${name}`),
    makeButton("fb-clock-remove", "Remove", `Remove: ${name}`),
  ];
  const changeBy = (/** @type {number} */ taps) =>
    changeClocks(id, (clocks) =>
      clocks.map((clock, number) =>
        number === at ? { ...clock, filled: Math.min(Math.max(clock.filled + taps, 0), clock.segments) } : clock,
      ),
    );
  back.addEventListener("click", () => changeBy(-1));
  tick.addEventListener("click", () => changeBy(1));
  remove.addEventListener("click", () => changeClocks(id, (clocks) => clocks.filter((_, number) => number !== at)));
  const words = make("span", {}, name, " ", make("b", {}, ...makeShare(filled, segments)));
  return make("div", { className: "fb-encounter-clock", role: "group", "aria-label": name }, words, back, tick, remove);
}

/** @param {string} id */
function makeClockAdder(id) {
  const name = makeTextField("fb-clock-name", "");
  name.setAttribute("aria-label", "A clock's name");
  name.placeholder = "Clock";
  const segments = make("input", {
    type: "number",
    className: "fb-clock-segments",
    value: "6",
    min: "2",
    max: String(MOST_SEGMENTS),
    inputMode: "numeric",
    "aria-label": "Segments of the clock",
  });
  const add = makeAction("fb-clock-add", "Add clock", async () => {
    const chosen = name.value.trim() || "Clock";
    const most = Math.min(Math.max(Math.round(segments.valueAsNumber) || 6, 2), MOST_SEGMENTS);
    await changeClocks(id, (clocks) => [...clocks, { name: chosen, filled: 0, segments: most }]);
    say(`${chosen}: 0 of ${most}.`);
  });
  return make("div", { className: "fb-encounter-clock" }, name, segments, add);
}

/** @param {string} id @param {(clocks: Clock[]) => Clock[]} change */
const changeClocks = (id, change) =>
  keep.update("fights", id, ({ clocks = [] }) => ({ clocks: change(clocks.filter(isClock)) }));

/** @param {any} clock @returns {clock is Clock} */
export const isClock = (clock) =>
  typeof clock?.name === "string" && Number.isInteger(clock.filled) && Number.isInteger(clock.segments);
