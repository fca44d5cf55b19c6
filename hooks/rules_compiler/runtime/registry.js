// The mechanics, calculators, tables, sheets and fights of the files of rules that a page has loaded.
import { NotCompiledError } from "./classes.js";

const known = { mechanic: new Map(), calculator: new Map(), table: new Map(), play: new Map() };

/** Add a rule or table of a file. */
export function register(kind, id, value) {
  known[kind].set(id, value);
}

function find(kind, id) {
  const found = known[kind]?.get(id);
  if (found === undefined) throw new NotCompiledError(`${kind} ${id}`);
  return found;
}

export const findMechanic = (id) => find("mechanic", id);
export const findCalculator = (id) => find("calculator", id);
export const hasMechanic = (id) => known.mechanic.has(id);
export const findPlay = (slug) => find("play", slug);
export const findTable = (id) => find("table", id);
export const hasCalculator = (id) => known.calculator.has(id) || (find("mechanic", id), false);

/** A page knows the games whose files it has loaded; Python knows the others. */
export const hasGame = (slug) => known.play.has(slug) || find("game", slug);

/** A refusal that lists all games comes from Python. */
export function listGames() {
  throw new NotCompiledError("the list of games");
}
