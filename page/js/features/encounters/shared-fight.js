// The offer of a fight that came in a link. It is stored only at the reader's request.
import { findSame, readFragment } from "#play-shared";
import { ignoreRepeats, make, makeButton, say } from "#shared";
import { keep } from "#store";
import { ask } from "../../components/fight-questions.js";

/**
 * Return the offer of the fight in an address, or null if the address has none.
 * @param {HTMLElement} asker
 * @param {string} game
 * @param {string} hash
 * @param {(id: string) => Promise<unknown>} open opens the fight once it is stored
 * @returns {Promise<Node[] | null>}
 * @throws {Error} the link has no fight that this page can show
 */
export async function makeSharedOffer(asker, game, hash, open) {
  const data = await readFragment("fight", hash);
  if (!data) return null;
  const answer =
    data.fight === game
      ? await ask(asker, game, data.events, { view: {} })
      : { error: "This link doesn't contain a fight for this game." };
  if (answer.error !== undefined) throw new Error(answer.error);
  const own = findSame("fights", await keep.list("fights", game), data);
  const keeps = makeButton("fb-button", own ? "Play on" : "Save it and play on");
  keeps.dataset.main = "";
  const words = `Someone shared a fight with you.${own ? " It is on this device already." : ""}`;
  const store = ignoreRepeats(async () => {
    const { id } = own ?? (await keep.add("fights", { game, name: "A shared fight", data }));
    await open(id);
  });
  keeps.addEventListener("click", store);
  say(words);
  return [make("p", {}, words), keeps];
}
