// Free seats for the characters that are stored on this device, on the board of a fight that hasn't begun.
import { isSheet } from "#play-shared";
import { make } from "#shared";
import { keep } from "#store";

/**
 * Add a free seat for each stored character who hasn't joined yet, and one for all of them, before the other free places.
 * @param {ParentNode} board
 * @param {string} game
 * @param {import("#store").StoredRecord | null} fight
 */
export async function offerSeats(board, game, fight) {
  const sides = board.querySelectorAll("[data-sheets]");
  if (!sides.length) return;
  const seated = new Set(Object.values(fight?.from ?? {}).map((/** @type {any} */ joined) => joined?.id));
  const stored = await keep.list("sheets", game);
  for (const side of sides) {
    const sheets = side.getAttribute("data-sheets")?.split(" ") ?? [];
    const seats = stored
      .filter(({ id, data }) => isSheet(data) && sheets.includes(data.sheet) && !seated.has(id))
      .map(makeSeat);
    if (seats.length > 1) seats.unshift(makeSeatOfAll(seats.length));
    const free = side.querySelector("button.fb-piece[data-free]");
    if (free) free.before(...seats);
    else side.append(...seats);
  }
}

/** @param {import("#store").StoredRecord} stored */
function makeSeat({ id, name, data }) {
  const { sheet, fields } = data;
  return make(
    "button",
    {
      type: "button",
      className: "fb-piece",
      "aria-label": `Add ${name || "the sheet without a name"}`,
      "data-free": "",
      "data-kept": id,
      "data-act": JSON.stringify({ act: "join", sheet, data: { sheet, fields } }),
    },
    make("b", { className: "fb-board-name" }, name || "Without a name"),
  );
}

/** @param {number} count */
function makeSeatOfAll(count) {
  const button = make("button", { type: "button", className: "fb-piece fb-seat-all", "data-free": "" });
  button.append(make("b", { className: "fb-board-name" }, `Add all ${count}`));
  return button;
}

/**
 * Return the commands with which everyone joins who has a free seat beside a button, and the ids of their stored sheets.
 * @param {HTMLElement} button
 * @returns {[{ act: string } & Record<string, any>, string][]}
 */
export const listSeats = ({ parentElement }) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (parentElement?.querySelectorAll("[data-kept]") ?? [])].map(
    ({ dataset: { act = "", kept = "" } }) => [JSON.parse(act), kept],
  );
