// A fight that came in a link. The reader looks at it first; it is stored only at the reader's request. A newer link of
// the same fight replaces the copy that an older one was saved as, but never the fight that the links were made from.
import {
  describeLengths,
  findSame,
  isFight,
  makeChoice,
  makeOpening,
  makeReplacement,
  readFragment,
} from "#play-shared";
import { make, makeAction, read, say, write } from "#shared";
import { keep } from "#store";
import { askForeign } from "../../components/fight-questions.js";

/**
 * @typedef {import("#store").StoredRecord} StoredRecord
 * @typedef {import("../../components/fight-questions.js").FightAnswer} FightAnswer
 *
 * @typedef {object} SharedFight
 * @property {StoredRecord} record as it would be stored, without an id
 * @property {Node[]} content the offer
 *
 * @typedef {object} Ways
 * @property {(id: string, notice?: Node[]) => Promise<unknown>} open opens a stored fight
 * @property {() => unknown} decline
 * @property {AbortSignal} signal stops the opening of the link
 */

const LONGEST_NAME = 80;
const DECLINED = "fieldbook:declined-fights";
const MOST_DECLINED = 100; // older ones are forgotten
const REPLACED_COPY = {
  replaced: "The newer link has replaced your older copy.",
  back: "Bring the older one back",
  returned: "The older copy is back.",
};

/**
 * Return a fight as a link brings it, with the id by which later links of it are recognized.
 * @param {StoredRecord} fight
 */
export const buildShared = ({ id, name, data, of = id }) => ({ ...data, of, name });

/**
 * Return the fight in an address with its offer, or null if the address has none.
 * @param {HTMLElement} asker
 * @param {string} game
 * @param {string} hash
 * @param {Ways} ways
 * @returns {Promise<SharedFight | null>}
 * @throws {Error} the link has no fight that this page can show
 */
export async function makeSharedOffer(asker, game, hash, ways) {
  const link = await readFragment("fight", hash);
  if (!link) return null;
  const data = { fight: link.fight, events: link.events };
  const answer =
    isFight(data) && data.fight === game
      ? await askForeign(asker, game, data.events, ways.signal)
      : { error: "This link doesn't contain a fight for this game." };
  if (answer.error !== undefined) throw new Error(answer.error);
  const name = (typeof link.name === "string" && link.name.trim().slice(0, LONGEST_NAME)) || "A shared fight";
  const of = typeof link.of === "string" && /^[0-9a-f-]{36}$/.test(link.of) ? link.of : undefined;
  const made = { game, name, data, summary: answer.summary, ...(of && { of }) };
  const { words, buttons } = describeOffer(made, await keep.list("fights", game), ways);
  buttons[0].dataset.main = "";
  const decline = makeAction("fb-button", "No, thanks", () => {
    noteDeclined(made);
    ways.decline();
  });
  say(words);
  const content = [make("p", {}, words), make("p", { className: "fb-row" }, ...buttons, decline)];
  return { record: { id: "", revision: 0, changed: Date.now(), ...made }, content };
}

/**
 * Return what the reader can do with a fight from a link.
 * @param {Omit<StoredRecord, "id" | "revision" | "changed">} made
 * @param {StoredRecord[]} fights on this device
 * @param {Ways} ways
 * @returns {{ words: string, buttons: HTMLButtonElement[] }}
 */
function describeOffer(made, fights, ways) {
  const { data, of } = made;
  const place = { store: /** @type {const} */ ("fights"), look: "fb-button", open: ways.open };
  const save = (/** @type {string} */ label) =>
    makeChoice(place, label, async () => ways.open((await keep.add("fights", made)).id));
  const shared = "Someone shared a fight with you.";
  const same = findSame("fights", fights, data);
  if (same) return { words: `${shared} It is on this device already.`, buttons: [makeOpening(place, same, "Play on")] };
  const copy = of && fights.find((each) => each.of === of);
  if (copy && isBeginning(data.events, copy.data?.events)) {
    return {
      words: `${shared} You have a later version of it.`,
      buttons: [makeOpening(place, copy, "Open the later one")],
    };
  }
  if (copy) {
    const difference = describeLengths("event", data.events, copy.data?.events);
    const fresh = { data, summary: made.summary, from: undefined }; // the reader's name, note and clocks stay
    const replace = (/** @type {string} */ label) => makeReplacement(place, copy, fresh, { ...REPLACED_COPY, label });
    const isOlder = isBeginning(copy.data?.events, data.events);
    return isOlder
      ? { words: `${shared} It goes on from the copy that you saved, and replaces it.`, buttons: [replace("Save it")] }
      : {
          words: `${shared} You have played on in the copy that you saved before. The link has ${difference}.`,
          buttons: [save("Save both"), replace("Replace my copy")],
        };
  }
  const own = fights.find(({ id }) => id === of);
  if (own) {
    const difference = describeLengths("event", data.events, own.data?.events);
    return {
      words: `This link is of your fight ${own.name}: it has ${difference}. Saving it makes a copy, and yours stays.`,
      buttons: [save("Save a copy"), makeOpening(place, own)],
    };
  }
  const words = readDeclined().includes(buildKey(made)) ? "You said no to this shared fight before." : shared;
  return { words, buttons: [save("Save it")] };
}

/**
 * Return a text that tells a fight from a link apart from others, and from later links of it.
 * @param {{ of?: string, data: { events: unknown[] } }} made
 */
const buildKey = ({ of = "", data }) => `${of} ${data.events.length}`;

/** Return the declined fights, the latest first. @returns {unknown[]} */
function readDeclined() {
  const declined = read(DECLINED);
  return Array.isArray(declined) ? declined : [];
}

/** @param {Parameters<typeof buildKey>[0]} made */
function noteDeclined(made) {
  const others = readDeclined().filter((each) => each !== buildKey(made));
  write(DECLINED, [buildKey(made), ...others].slice(0, MOST_DECLINED));
}

/** Return true if some events are those with which others begin. @param {any} some @param {any} others */
const isBeginning = (some, others) =>
  Array.isArray(some)
  && Array.isArray(others)
  && some.length <= others.length
  && some.every((each, at) => JSON.stringify(each) === JSON.stringify(others[at]));
