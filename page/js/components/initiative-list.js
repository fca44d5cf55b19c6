// Lines of an initiative list: the combatants in order, and those whose dice haven't been rolled yet.
import { makeButton, focusOn, make } from "#shared";

/**
 * @param {HTMLElement} list
 * @param {import("./initiative-state.js").Fight} fight
 */
export function drawEntries(list, { entries, turn }) {
  draw(
    list,
    entries.map((entry, at) => {
      const before = entries[at - 1];
      const isTied = before?.total === entry.total && before.tie === entry.tie;
      const line = make(
        "li",
        { "data-key": entry.key },
        make("span", { className: "fb-order-total" }, String(entry.total)),
        make("strong", {}, entry.name),
        ...(isTied ? [make("em", {}, "tied"), makeTool("up", "↑", `Move ${entry.name} before ${before.name}`)] : []),
        takeOut(entry.name),
      );
      if (at === turn) line.setAttribute("aria-current", "true");
      return line;
    }),
  );
}

/**
 * @param {HTMLElement} list
 * @param {import("./initiative-state.js").Joining[]} joining
 * @param {(key: number) => boolean} isRolling returns true while a combatant's dice are being rolled
 */
export function drawJoining(list, joining, isRolling) {
  draw(
    list,
    joining.map(({ key, name, problem }) =>
      make(
        "li",
        { "data-key": key },
        make("strong", {}, name),
        ...(isRolling(key)
          ? [make("em", {}, "queued")]
          : [
              make("em", {}, problem ?? "not rolled yet"),
              makeTool("roll", "Roll", `Roll for ${name}`),
              makeTool("edit", "Edit", `Edit ${name}`),
            ]),
        takeOut(name),
      ),
    ),
  );
}

/** @param {string} name */
const takeOut = (name) => makeTool("out", "×", `Remove ${name}`);

/** @param {string} act @param {string} text @param {string} label */
function makeTool(act, text, label) {
  const made = makeButton("fb-remove", text, label);
  made.dataset.act = act;
  return made;
}

/**
 * Replace the lines. The focus stays with its combatant, or moves to the one now in the same place.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} lines
 */
function draw(list, lines) {
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const old = focused?.closest("li");
  const at = old ? [...list.children].indexOf(old) : -1;
  const act = focused instanceof HTMLElement ? focused.dataset.act : "";
  list.replaceChildren(...lines);
  if (!old) return;
  const line = lines.find((each) => each.dataset.key === old.dataset.key) ?? lines[at] ?? lines.at(-1);
  focusOn(line?.querySelector(`[data-act="${act}"]`) ?? line?.querySelector("button"));
}
