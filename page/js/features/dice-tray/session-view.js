// <fb-session>: the latest session as a picture to send. It is made only while it is open.
import { fetchAnswer, make, say } from "#shared";
import { keep } from "#store";
import { fetchGames } from "./games.js";
import { listPast } from "./history.js";
import { HistoryFold } from "./history-fold.js";
import { findChance, findLatestSession, listCandidates } from "./session.js";
import { draw, makeTools, tell, toWords } from "./session-card.js";

const SESSION =
  "A session is everything since the last pause of six hours or more. The picture is made on this device and leaves it "
  + "only if you send it.";

export class SessionView extends HistoryFold {
  #shown = "";
  #count = 0;

  constructor() {
    super("This session as a picture", "fb-session");
  }

  /** @param {boolean} isOpened true if the reader has just opened it */
  async draw(isOpened) {
    const number = (this.#count += 1);
    const [entries, fights, known] = await Promise.all([listPast(), keep.list("fights"), fetchGames()]);
    const session = findLatestSession(entries, fights);
    if (number !== this.#count) return;
    if (!session) {
      this.#shown = "";
      this.place.replaceChildren(make("p", {}, "No rolls yet, so there is nothing to show."));
      return;
    }
    const game = known[session.game];
    const best = await findBest(session.rolls);
    const told = tell(session, best, game);
    const words = toWords(told);
    if (number !== this.#count || words === this.#shown) return;
    const canvas = await draw(told, best, game);
    if (number !== this.#count) return;
    this.#shown = words;
    this.place.replaceChildren(
      canvas,
      makeTools(canvas, words, session.start),
      make("p", { className: "fb-past-note" }, SESSION),
    );
    if (isOpened) say(words);
  }
}

/**
 * Return the best roll: the least likely one of those with the best result.
 * @param {import("./history.js").Entry[]} rolls
 * @returns {Promise<import("./session-card.js").Best | null>}
 */
async function findBest(rolls) {
  const found = await Promise.all(
    listCandidates(rolls).map(async ({ data }) => {
      const { rolled } = data;
      const answer = await fetchAnswer(null, "odds", rolled.id, JSON.stringify(rolled.about.given));
      return { past: data, chance: answer.error === undefined ? findChance(rolled, answer.odds) : null };
    }),
  );
  return found.sort((one, other) => (one.chance ?? 1) - (other.chance ?? 1))[0] ?? null;
}
