// A GM's request for a roll: a link and a QR code that a player opens. The result comes back as a link to this device.
import { buildLink } from "#play-shared";
import {
  bringIntoView,
  createSeed,
  fetchAnswer,
  make,
  makeAction,
  resolveAddress,
  say,
  share,
  showError,
} from "#shared";
import { drawQrCode } from "../../components/qr.js";
import { storeAsked } from "../../components/request-store.js";

const PAGE = "asked/";
const PLAYERS_CHOICE = "the player’s choice";
const TOO_LONG = "This roll has too many settings for a link. Leave some of them to the player.";

/**
 * @typedef {import("../../components/request-store.js").Request} Request
 * @typedef {{ name: string, label: string, options: Record<string, string> }} Choice
 * @typedef {{ request: Request, settings: string[], choices: Choice[] }} Made
 *
 * @typedef {object} RuleRoll a roll of a rule
 * @property {string} id of the rule
 * @property {Record<string, string>} params those that differ from their defaults, as text
 * @property {string} [title] what the player rolls
 * @property {string} [who] the name of the character who rolls
 * @property {Record<string, string>} [chosen] the choices for the player's sheet
 */

/** The address of the page on which players open requests. */
export const getRequestPage = () => resolveAddress(PAGE);

/** Return an id that no other request has. */
const createId = () => createSeed().toString(36).padStart(8, "0");

/**
 * Show the request for a roll of a rule in a place below its form.
 * @param {HTMLElement} place
 * @param {RuleRoll} roll
 */
export async function offerRequest(place, { id, params, ...about }) {
  const own = createId();
  const ask = (/** @type {Record<string, string>} */ chosen) =>
    fetchAnswer(null, "ask_roll", id, JSON.stringify(params), JSON.stringify({ ...about, chosen, id: own }));
  await show(place, ask, about.chosen ?? {}, {});
  bringIntoView(place);
}

/**
 * Show the request for a roll of a fight.
 * @param {HTMLElement} place
 * @param {string} game
 * @param {string} fight the id of the stored fight
 * @param {FightEvent[]} events
 * @param {{ command: Record<string, any>, title: string }} asked
 */
export async function offerFightRequest(place, game, fight, events, { command, title }) {
  const args = [JSON.stringify(events), JSON.stringify(command), JSON.stringify({ id: createId(), title })];
  await show(place, () => fetchAnswer(null, "ask_in_fight", `${game}.fight`, ...args), {}, { fight, command });
}

/**
 * Ask for the request and show it.
 * @param {HTMLElement} place
 * @param {(chosen: Record<string, string>) => Promise<any>} ask
 * @param {Record<string, string>} chosen
 * @param {{ fight?: string, command?: Record<string, any> }} about
 */
async function show(place, ask, chosen, about) {
  const made = /** @type {Made & { error?: string }} */ (await ask(chosen));
  place.hidden = false;
  if (made.error !== undefined) return showError(place, made.error);
  const link = await buildLink(getRequestPage(), "ask", made.request);
  if (link === null) return showError(place, TOO_LONG);
  const notice = storeAsked(made.request, about);
  const send = makeAction("fb-roll fb-ask-send", "Send the link", () => share(send, link, "Link for the player"));
  const close = makeAction("fb-add fb-ask-close", "Close", () => {
    place.hidden = true;
    place.replaceChildren();
  });
  const choices = made.choices.map((choice) =>
    makeChoice(choice, chosen[choice.name] ?? "", (value) =>
      show(place, ask, value ? { ...chosen, [choice.name]: value } : removeName(chosen, choice.name), about),
    ),
  );
  const { title, who } = made.request;
  const words = [who ? `${who}: ${title}` : title, ...made.settings].join(", ");
  const where = about.fight ? "comes back into this fight" : "comes back into your rolls on this device";
  place.replaceChildren(
    make("p", { className: "fb-ask-title" }, make("strong", {}, words)),
    ...choices,
    drawQrCode(link) ?? make("p", {}, "The link is too long for a QR code."),
    make("p", { className: "fb-row" }, send, close),
    make(
      "p",
      { className: "fb-ask-note" },
      `A player scans the code or opens the link, and rolls. The result ${where}.`,
    ),
    ...(notice ? [make("p", { className: "fb-ask-note" }, notice)] : []),
  );
  say(`${words}: here are a code and a link for the player.`);
}

/**
 * @param {Choice} choice
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function makeChoice({ label, options }, chosen, choose) {
  const select = make(
    "select",
    { className: "fb-list-field" },
    new Option(PLAYERS_CHOICE, ""),
    ...Object.entries(options).map(([value, words]) => new Option(words, value, false, value === chosen)),
  );
  select.addEventListener("change", () => choose(select.value));
  return make("label", { className: "fb-ask-choice" }, `${label} `, select);
}

/** @param {Record<string, string>} values @param {string} name */
const removeName = (values, name) => Object.fromEntries(Object.entries(values).filter(([each]) => each !== name));
