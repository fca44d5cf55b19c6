// Offline use: registers the service worker after the page has loaded, and shows its progress and updates.
import { make, notify, prepareWorker, resolveAddress, runOnEachPage, runWhenIdle, say } from "#shared";

const SCRIPT = resolveAddress("service-worker.js");
const workers = navigator.serviceWorker; // undefined in some private windows and with plain http
const request = make("button", { className: "fb-keep" }); // for readers with data saving on
const ready = make("p", { className: "fb-ready" }, "Ready offline");
const onlineOnly = make("p", { className: "fb-ready" });
const REFUSALS = ["SecurityError", "NotSupportedError"]; // errors of browsers that don't allow a service worker
const NO_ROOM = ["QuotaExceededError", "UnknownError"]; // Chromium's error on a full disk is the second
const SCRIPT_TYPE = /^(text|application)\/(x-)?(java|ecma)script$/i;

/** The note in the footer. @type {HTMLElement | null} */
let inFoot = null;

/** @type {ServiceWorker | null} */
let watched = null;

/** Cache the site. */
export function cacheForOffline() {
  if (!workers) {
    showOnlineOnly("this browser can't save pages here");
    return;
  }
  reloadOnTakeOver();
  workers.addEventListener(
    "message",
    ({ data }) => data?.neededBytes && showOnlineOnly(describeFull(data.neededBytes)),
  );
  const startWhenIdle = async () => {
    await loadFight();
    runWhenIdle(start);
  };
  if (document.readyState === "complete") startWhenIdle();
  else addEventListener("load", startWhenIdle, { once: true });
}

/** Load the rules of the page's fight: on a slow line, the whole site would delay them. */
async function loadFight() {
  const game = document.querySelector("fb-fight")?.getAttribute("game");
  if (game && !navigator.connection?.saveData) await prepareWorker(`${game}.fight`, "fights");
}

async function start() {
  try {
    const registration = await workers.getRegistration(SCRIPT);
    const isCached = registration?.active?.scriptURL === SCRIPT;
    if (navigator.connection?.saveData && !isCached) offer();
    else await register();
  } catch (error) {
    console.warn(error);
    const reason = await findReason(error);
    if (reason) await showOnlineOnly(reason);
  }
}

async function register() {
  const registration = await workers.register(SCRIPT, { updateViaCache: "none" });
  if (registration.active) showInFoot(ready);
  if (registration.waiting && registration.active) offerReload(registration);
  watch(registration);
  registration.addEventListener("updatefound", () => watch(registration));
}

/**
 * Follow a new version until it is ready.
 * @param {ServiceWorkerRegistration} registration
 */
function watch(registration) {
  const worker = registration.installing;
  if (!worker || worker === watched) return;
  watched = worker;
  const isFirst = !registration.active;
  worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && !isFirst) offerReload(registration);
    if (worker.state === "activated" && isFirst) showReady();
    if (worker.state === "redundant" && isFirst) offerRetry();
  });
}

function showReady() {
  const isAsked = request.isConnected;
  request.remove();
  showInFoot(ready);
  if (isAsked) say("Ready offline."); // otherwise it would interrupt a reader in the middle of a roll
}

/**
 * Return the reason why the service worker can't be registered, or "" if the host can't be reached, as the page works as
 * well. Browsers tell a full disk, an offline device and a missing file by the same TypeError.
 * @param {any} error
 */
async function findReason({ name }) {
  const answer = await fetch(SCRIPT, { cache: "no-store" }).catch(() => null);
  if (!answer) return "";
  if (!answer.ok || answer.redirected) return "the host doesn't send a file for offline use (service-worker.js)";
  const type = answer.headers.get("Content-Type")?.split(";")[0] || "a file of no type";
  if (!SCRIPT_TYPE.test(type))
    return `the host sends service-worker.js as ${type}, but browsers run only text/javascript`;
  if (REFUSALS.includes(name)) return "the host of this page or this browser's settings don't let it save pages";
  return (await hasRoom(answer)) ? "this browser couldn't save the site for offline use" : describeFull();
}

/** Try to save an answer of the host. @param {Response} answer */
async function hasRoom(answer) {
  try {
    await (await caches.open("room")).put(SCRIPT, answer);
    return true;
  } catch (error) {
    return !(error instanceof DOMException && NO_ROOM.includes(error.name));
  } finally {
    await caches.delete("room").catch(() => false);
  }
}

/** @param {number} [neededBytes] if the service worker could measure them */
function describeFull(neededBytes) {
  const size = neededBytes ? ` (${Math.ceil(neededBytes / 1e6)} MB)` : "";
  return `this device has no room to keep the site offline${size}. Free some space, then reload.`;
}

/** Say why pages open only online, unless an older version of them is complete and stays. @param {string} reason */
async function showOnlineOnly(reason) {
  const registration = await workers?.getRegistration(SCRIPT).catch(() => undefined);
  if (registration?.active) return;
  onlineOnly.textContent = `Online only: ${reason}`;
  showInFoot(onlineOnly);
}

/** Offer another try, which is short because finished downloads are cached. */
function offerRetry() {
  if (request.isConnected) {
    Object.assign(request, { textContent: "Couldn't be saved: try again", disabled: false });
  } else {
    addEventListener("online", start, { once: true });
  }
}

/** @param {ServiceWorkerRegistration} registration */
function offerReload(registration) {
  notify("Site changed: reload", () => {
    if (registration.waiting) registration.waiting.postMessage("take over");
    else location.reload(); // another tab was first
  });
}

/** Reload every tab when a new version takes over; the first version changes nothing on the page. */
function reloadOnTakeOver() {
  let isCached = Boolean(workers.controller);
  let isReloading = false;
  workers.addEventListener("controllerchange", () => {
    if (isCached && !isReloading) {
      isReloading = true;
      location.reload();
    }
    isCached = true;
  });
}

function offer() {
  Object.assign(request, { textContent: "Save for offline use" });
  request.addEventListener("click", () => {
    Object.assign(request, { textContent: "Saving for offline use…", disabled: true });
    register().catch(offerRetry);
  });
  showInFoot(request);
}

/**
 * Show a note in the footer of this page and the following ones, in place of the previous note.
 * @param {HTMLElement} element
 */
function showInFoot(element) {
  if (!inFoot) runOnEachPage(() => inFoot && document.querySelector(".md-footer-meta__inner")?.append(inFoot));
  else inFoot.remove();
  inFoot = element;
  document.querySelector(".md-footer-meta__inner")?.append(element);
}
