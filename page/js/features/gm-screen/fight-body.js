// Content of a fight's tile: a summary of its combatants, with a link to the fight.
import { make, resolveAddress } from "#shared";
import { keep } from "#store";
import { ask } from "../../components/fight-questions.js";
import { isFight } from "../../lib/stored-data.js";

const UNREADABLE = "This saved fight can't be read. It stays saved, unchanged.";

/** @type {import("./tile-renderers.js").MakesBody} */
export function makeFightBody(first, change) {
  let tile = first;
  let asked = 0; // prevents a late answer from replacing a newer one
  const choice = make("select", { className: "fb-screen-choice", "aria-label": "Which fight" });
  const stage = make("div", { className: "fb-fight-brief" });
  const element = make("div", {}, choice, stage);
  choice.addEventListener("change", () => {
    if (choice.value) change(() => ({ fight: choice.value }));
  });
  const stop = keep.watch("fights", () => draw());
  return {
    element,
    show(now) {
      const isOther = now.fight !== tile.fight || !stage.childElementCount;
      tile = now;
      if (isOther) draw();
    },
    end: stop,
  };

  async function draw() {
    const number = (asked += 1);
    const fights = await keep.list("fights");
    const fight = fights.find(({ id }) => id === tile.fight);
    if (number !== asked) return;
    choice.hidden = Boolean(fight) && fights.length < 2;
    choice.replaceChildren(
      ...(fight ? [] : [new Option("Choose a fight …", "")]),
      ...fights.map(({ id, name, game }) => new Option(`${name || "A fight"} (${game})`, id)),
    );
    choice.value = fight?.id ?? "";
    if (!fight) {
      choice.hidden = !fights.length;
      stage.replaceChildren(
        make(
          "p",
          {},
          fights.length
            ? "No fight is chosen, or the chosen one was deleted."
            : "No fight is saved on this device yet. Start one on a game's Fight page.",
        ),
      );
      return;
    }
    const link = make(
      "a",
      { className: "fb-fight-link", href: `${resolveAddress(`${fight.game}/fight/`)}#kept=${fight.id}` },
      "Open the fight",
    );
    if (!stage.childElementCount)
      stage.replaceChildren(make("fb-status", { "data-after": "Loading the fight…" }), link);
    const answer = isFight(fight.data)
      ? await ask(element, fight.game, fight.data.events, { view: {} })
      : { error: UNREADABLE };
    if (number !== asked) return;
    stage.replaceChildren(
      ...(answer.error === undefined
        ? summarizeFight(answer.html)
        : [make("p", { className: "fb-error" }, answer.error)]),
      link,
    );
  }
}

/**
 * Summarize a fight's HTML: the round, and each combatant with their counted values.
 * @param {string} html
 */
function summarizeFight(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const round = readText(page.querySelector(".fb-board-title p"));
  const sides = [...page.querySelectorAll(".fb-board-side")].map((side) =>
    make(
      "ul",
      { "aria-label": readText(side.querySelector("legend")).replace(/:.*/, "") },
      ...[...side.querySelectorAll(".fb-piece:not([data-free])")].map((piece) => {
        const [name, ...counted] = [...piece.querySelectorAll(".fb-board-name, .fb-life, .fb-word")].map(readText);
        const line = make("li", {}, make("span", {}, name ?? ""), make("b", {}, counted.join(" · ")));
        line.toggleAttribute("data-out", piece.hasAttribute("data-out"));
        return line;
      }),
    ),
  );
  const isEmpty = !page.querySelector(".fb-piece:not([data-free])");
  return [...(round ? [make("p", {}, round)] : []), ...(isEmpty ? [make("p", {}, "No one has joined yet.")] : sides)];
}

/** @param {Element | null} element */
const readText = (element) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
