// The mechanics, calculators, tables, sheets and fights of the files of rules that a page has loaded, and the functions
// of those that it loads later.
import { LeftOutError, NotCompiledError } from "./classes.js";

const known = { mechanic: new Map(), calculator: new Map(), table: new Map(), play: new Map(), later: new Map() };

/** Add a rule or table of a file. */
export function register(kind, id, value) {
  known[kind].set(id, value);
}

const leftOut = new Set();

/** Leave out a mechanic, a calculator, or a game's play: whatever needs it stops. */
export function leaveOutRule(id) {
  leftOut.add(id);
}

/** Return the reason why a left-out rule can't run. */
export const describeLeftOut = (id) => `${id} is left out`;

function find(kind, id) {
  if (kind !== "table") stopIfLeftOut(id);
  const found = known[kind]?.get(id);
  if (found === undefined) throw new NotCompiledError(`${kind} ${id}`);
  return found;
}

function stopIfLeftOut(id) {
  if (leftOut.has(id)) throw new LeftOutError(describeLeftOut(id));
}

export const findMechanic = (id) => find("mechanic", id);
export const findCalculator = (id) => find("calculator", id);
export const hasMechanic = (id) => {
  stopIfLeftOut(id);
  return known.mechanic.has(id);
};
export const findPlay = (slug) => find("play", slug);
export const findLater = (id) => find("later", id); // its file, then a full stop
export const findTable = (id) => find("table", id);
export function hasCalculator(id) {
  if (known.calculator.has(id)) return true;
  find("mechanic", id); // fails for an id that nothing has
  return false;
}

/** A page knows the games whose files it has loaded; Python knows the others. */
export const hasGame = (slug) => known.play.has(slug) || find("game", slug);

/** A refusal that lists all games comes from Python. */
export function listGames() {
  throw new NotCompiledError("the list of games");
}
