// Shows in an open page what its author saves: new text and forms in place, rules with the next question, and mistakes.
import { patch, replace } from "./patch.js";
import { reload, restore } from "./state.js";

/**
 * @typedef {object} News
 * @property {string} state
 * @property {number} version of the pages
 * @property {number} styles their version
 * @property {number} scripts their version
 * @property {Record<string, string>} games the digests of the rules, by game; those of the core have the key ""
 * @property {string[]} mistakes
 * @property {boolean} has_site
 *
 * @typedef {Pick<News, "version" | "styles" | "scripts" | "has_site"> & { compiled: Record<string, string> }} Loaded
 */

const OWN = new URL(".", import.meta.url);
const LATER = 1000; // milliseconds until a lost server is asked again
const REFRESHED = "fb-calc, fb-fight, fb-sheets"; // they show answers without being asked

/** @type {Loaded} */
const loaded = JSON.parse(document.getElementById("fb-live")?.textContent ?? "");
/** @type {{ copy: Element, shown: Map<Element, Element> }} */
const page = globalThis.livePage;
/** The digests of the rules that answer in this page, by game. @type {Record<string, string>} */
let answering = loaded.compiled;
let { version, styles } = loaded;
let known = "";

/** @param {unknown} body @param {string} name @param {AbortSignal} [signal] */
async function post(name, body, signal) {
  const response = await fetch(new URL(name, OWN), { method: "POST", body: /** @type {string} */ (body), signal });
  return response.json();
}

/** Ask the rules as they are saved. @param {string} question @param {unknown[]} args */
async function ask(question, args) {
  const text = JSON.stringify({ question, args }, (_, value) =>
    typeof value === "bigint" ? { bigint: value.toString() } : value,
  );
  const { answer, failure } = await post("answer", text);
  if (failure) throw new Error(failure);
  return answer;
}

/** Have the saved rules answer from now on where they differ from the compiled ones. @param {News["games"]} games */
async function changeRules(games) {
  const changed = Object.keys(games).filter(
    (slug) => slug && games[slug] + games[""] !== answering[slug] + answering[""],
  );
  if (!changed.length) return;
  answering = games;
  const script = /** @type {HTMLScriptElement | null} */ (
    document.querySelector('script[src$="assets/js/entry/main.js"]')
  );
  if (!script) return;
  const { runtime } = await import(script.src);
  for (const slug of changed) runtime.answerElsewhere(slug, ask);
  for (const [source, element] of [...page.shown]) {
    if (!source.matches(REFRESHED) || !page.copy.contains(source) || !element.isConnected) continue;
    const slug = source.getAttribute("game") ?? source.getAttribute("calculator")?.split(".")[0];
    if (!slug || changed.includes(slug)) replace(element, source, page.shown);
  }
}

/** Show the new version of this page. */
async function changePage() {
  const response = await fetch(location.href, { cache: "no-store" });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const each of fresh.querySelectorAll("#fb-live, script[data-live]")) each.remove();
  const tags = new Set([...fresh.body.querySelectorAll("*")].map(({ localName }) => localName));
  const isMissing = [...tags].some((name) => name.startsWith("fb-") && !page.copy.querySelector(name));
  if (isMissing) {
    reload(); // the script of an element that the page didn't have
    return;
  }
  document.title = fresh.title;
  patchHead(fresh.head);
  patch(page.copy, fresh.body, page.shown);
  page.copy = fresh.body;
}

/** Take the styles of the new version. @param {Element} head */
function patchHead(head) {
  const texts = [...head.querySelectorAll("style")];
  const shown = [...document.head.querySelectorAll("style:not([data-live])")];
  texts.forEach((style, at) => {
    if (shown[at] && shown[at].textContent !== style.textContent) shown[at].textContent = style.textContent;
  });
}

/** Load the page's styles again, without a moment without any. */
function changeStyles() {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel="stylesheet"]'))) {
    const address = new URL(link.href);
    if (address.origin !== location.origin) continue;
    address.searchParams.set("live", String(styles));
    const fresh = /** @type {HTMLLinkElement} */ (link.cloneNode());
    fresh.href = address.href;
    fresh.addEventListener("load", () => link.remove());
    link.after(fresh);
  }
}

const STYLE = `
  section { position: sticky; top: 0; z-index: 9; max-height: 40vh; overflow: auto; padding: .75rem 1rem;
    background: #8c1d18; color: #fff; font: 1rem/1.45 system-ui, sans-serif }
  :host { display: block; position: sticky; top: 0; z-index: 9 }
  h2 { margin: 0 0 .25rem; font-size: 1rem } ul { margin: 0; padding-left: 1.25rem } p { margin: .25rem 0 0 }
  li { overflow-wrap: anywhere }
  @media print { :host { display: none } }`;

const place = document.createElement("div");
place.id = "fb-live-mistakes";
place.attachShadow({ mode: "open" });

/** List the mistakes above the page, which stays as it was without them. @param {string[]} mistakes */
function showMistakes(mistakes) {
  if (!mistakes.length) {
    place.remove();
    return;
  }
  const style = Object.assign(document.createElement("style"), { textContent: STYLE });
  const section = document.createElement("section");
  section.setAttribute("role", "alert");
  const title = mistakes.length === 1 ? "A mistake" : `${mistakes.length} mistakes`;
  section.append(Object.assign(document.createElement("h2"), { textContent: title }));
  const list = document.createElement("ul");
  list.append(...mistakes.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
  const note = "Below is the last version without it. This disappears when it is mended.";
  section.append(list, Object.assign(document.createElement("p"), { textContent: note }));
  place.shadowRoot?.replaceChildren(style, section);
  if (!place.isConnected) document.body.prepend(place);
}

/** @param {News} news */
async function takeNews(news) {
  known = news.state;
  if (news.has_site !== loaded.has_site || news.scripts !== loaded.scripts) {
    reload();
    return;
  }
  if (!news.has_site) return;
  if (news.version !== version) await changePage();
  version = news.version;
  await changeRules(news.games);
  if (news.styles !== styles) {
    styles = news.styles;
    changeStyles();
  }
  showMistakes(news.mistakes);
  document.documentElement.dataset.live = String(version);
}

/** Ask for news for as long as the page is visible, because browsers limit the requests that wait. */
async function listen() {
  const hidden = new AbortController();
  const stop = () => document.visibilityState === "hidden" && hidden.abort();
  document.addEventListener("visibilitychange", stop);
  const address = `news?page=${encodeURIComponent(location.pathname.slice(OWN.pathname.length - "livereload/".length))}`;
  while (!hidden.signal.aborted) {
    try {
      await takeNews(await post(address, known, hidden.signal));
    } catch (error) {
      if (hidden.signal.aborted) break;
      console.warn(error);
      await new Promise((done) => setTimeout(done, LATER));
    }
  }
  document.removeEventListener("visibilitychange", stop);
}

document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && listen());
addEventListener("load", restore);
if (document.visibilityState === "visible") listen();
