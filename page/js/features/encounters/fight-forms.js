// Forms of a fight in a drawer: a sheet to correct, and a roll with its dice and odds. The page has a template of each.
import { fillTemplates, putInto, readFields } from "#play-shared";
import { find, focusOn, make, makeButton } from "#shared";

/**
 * Open the form that a button names, in a drawer of the board. Pressed again, the button closes it.
 * @throws {Error} if the forms don't arrive
 * @param {HTMLElement} fight
 * @param {HTMLElement} opener
 * @param {(act: { act: string } & Record<string, any>) => unknown} execute
 */
export async function openForm(fight, opener, execute) {
  const { open = "", values = "{}", act = "{}", then } = opener.dataset;
  await fillTemplates(fight);
  const template = fight.querySelector(`template[data-form="${CSS.escape(open)}"]`);
  const board = fight.querySelector(".fb-board");
  if (!(template instanceof HTMLTemplateElement) || !board) return;
  for (const drawer of board.querySelectorAll(".fb-drawer")) drawer.remove();
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  content.querySelector("fb-roller")?.removeAttribute("id"); // so that it doesn't change the address
  const title = content.querySelector(".fb-title")?.textContent ?? "Form";
  const close = makeButton("fb-tool", "", "Close");
  close.append(makeIcon("close"));
  close.dataset.view = JSON.stringify({ open: "" });
  const head = make("header", {}, title, close);
  const place = make("section", { className: "fb-drawer fb-fight-form", "aria-label": title, "data-act": act }, head);
  place.append(content);
  board.append(place);
  const form = find(place, "form", HTMLFormElement);
  putInto(form, JSON.parse(values));
  if (JSON.parse(act).act === "join") find(form, "[type=submit]", HTMLButtonElement).textContent = "Add";
  if (!open.startsWith("mechanic:")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      execute({ ...JSON.parse(act), fields: readFields(form) });
    });
  }
  focusOn(close);
  if (then === "dice") /** @type {HTMLElement | null} */ (place.querySelector(".fb-own-open"))?.click();
  if (then === "odds") /** @type {HTMLElement | null} */ (place.querySelector("details.fb-odds > summary"))?.click();
}

/**
 * Open the pad on which the table enters the dice of a command; the last face executes it.
 * @throws {Error} if the pad doesn't arrive
 * @param {HTMLElement} fight
 * @param {ConstructorParameters<typeof import("#manual-dice").ManualDice>[2]} asks
 * @param {(faces: string) => unknown} use
 */
export async function openDice(fight, asks, use) {
  const { ManualDice, styles } = await import("#manual-dice");
  await styles;
  const board = fight.querySelector(".fb-board");
  if (!board) return;
  for (const drawer of board.querySelectorAll(".fb-drawer")) drawer.remove();
  const place = make("div", { hidden: true });
  const close = makeButton("fb-tool", "", "Close");
  close.append(makeIcon("close"));
  close.dataset.view = JSON.stringify({ open: "" });
  const head = make("header", {}, "Your dice", close);
  board.append(make("section", { className: "fb-drawer fb-fight-dice", "aria-label": "Your dice" }, head, place));
  const dice = new ManualDice(place, close, asks, use, "Use these dice", true);
  focusOn(close);
  await dice.toggle();
}

/** Create an icon of the page's sprite. @param {string} name */
export function makeIcon(name) {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  icon.setAttribute("class", "fb-icon");
  icon.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#fb-i-${name}`);
  icon.append(use);
  return icon;
}
