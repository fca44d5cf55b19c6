// A roller's parameters, and a shared roll's faces, in the address: ?roll=<id>&name=value&faces=4,5#<id>

const ROLLER = "roll";
const FACES = "faces";

/** The address of this page with a roller's state; values that are the default are left out. */
export function addressOf(rollerId, params, faces = null) {
  const url = new URL(location.href);
  url.search = "";
  url.searchParams.set(ROLLER, rollerId);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (faces) url.searchParams.set(FACES, faces.join(","));
  url.hash = rollerId;
  return url.href.replaceAll("%2C", ",");
}

/** Put a roller's state into the address bar without a page load. */
export function keep(rollerId, params) {
  const url = Object.keys(params).length ? addressOf(rollerId, params) : location.pathname + location.hash;
  history.replaceState(history.state, "", url);
}

/** What the address says about a roller: its parameters as text and faces, or null. */
export function readFor(rollerId) {
  const query = new URLSearchParams(location.search);
  if (query.get(ROLLER) !== rollerId) return null;
  const faces = query.get(FACES);
  query.delete(ROLLER);
  query.delete(FACES);
  return { params: [...query], faces };
}

/** The roller that the address names though it is not on this page, or null. */
export function missingRoller() {
  const id = new URLSearchParams(location.search).get(ROLLER);
  return id === null || document.getElementById(id)?.matches("fb-roller") ? null : id;
}

const BESIDE = "vs.";

/** The address of a page that is one calculator: its values, and after `vs.` those of the set-up beside it. */
export function pageAddress(params, beside) {
  const url = new URL(location.href);
  url.search = "";
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (beside) {
    url.searchParams.set("vs", String(Object.keys(beside).length));
    for (const [name, value] of Object.entries(beside)) url.searchParams.set(BESIDE + name, value);
  }
  return url.href.replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/** What the address says about the page's calculator: pairs of name and text, beside is null where there is none. */
export function readPage() {
  const pairs = [...new URLSearchParams(location.search)];
  const isBeside = ([name]) => name === "vs" || name.startsWith(BESIDE);
  const beside = pairs.filter(isBeside);
  return {
    params: pairs.filter((pair) => !isBeside(pair)),
    beside: beside.length ? beside.filter(([name]) => name !== "vs").map(([name, value]) => [name.slice(BESIDE.length), value]) : null,
  };
}
