// A player's answer to a roll of a fight, as the GM's device opens it: its dice go into that roll with one tap.
import { readFragment } from "#play-shared";
import { fetchAnswer, ignoreRepeats, make, makeButton, say } from "#shared";
import { keep } from "#store";
import { askAboutLink, describeAnswer, renderFaces } from "./player-answers.js";
import { noteCounted, readAsked } from "../../components/request-store.js";

const GONE = "The fight that waited for this roll isn't on this device any more.";

/**
 * Read the answer in an address. Return the id of the fight that waits for it, "" if none does, and what to show.
 * @param {string} game
 * @param {string} hash
 * @param {(command: { act: string } & Record<string, any>) => Promise<boolean>} act executes a command in that fight, and
 *   returns false if it is refused
 * @returns {Promise<{ fight: string, content: Node[] }>}
 * @throws {Error} a sentence if the answer can't be read, or was changed
 */
export async function openFightAnswer(game, hash, act) {
  const answer = await readFragment("answer", hash);
  const asked = readAsked(answer?.request?.id);
  const record = asked?.fight ? await keep.get("fights", asked.fight) : null;
  if (asked?.fight && !record) throw new Error(GONE);
  const isHere = asked && record && record.game === game;
  const about = [answer, asked?.request ?? null, asked?.counted ?? []];
  const told = isHere && [record.data.events, asked.command, ...about].map((each) => JSON.stringify(each));
  const checked = /** @type {any} */ (
    await (told
      ? fetchAnswer(null, "use_answer", `${game}.fight`, ...told)
      : askAboutLink("check_answer", answer?.request, ...about))
  );
  if (checked.error !== undefined) throw new Error(checked.error);
  const words = describeAnswer(checked);
  const dice = make("div", { innerHTML: checked.rolled?.html ?? renderFaces(answer) });
  /** @type {Node[]} */
  const content = [make("p", {}, make("strong", {}, words)), dice];
  if (checked.state === "new" && isHere) {
    const use = makeButton("fb-button fb-use-answer", "Use these dice");
    use.dataset.main = "";
    const take = ignoreRepeats(async () => {
      const isUsed =
        noteCounted(answer) && (await act({ .../** @type {any} */ (asked.command), faces: checked.faces }));
      if (isUsed) use.closest(".fb-fight-notice")?.remove();
      else use.remove(); // the dice stay on show beside the reason
    });
    use.addEventListener("click", take);
    content.push(use);
  } else content.push(make("p", {}, checked.said));
  say([words, checked.said].filter(Boolean).join(" "));
  return { fight: isHere ? record.id : "", content };
}
