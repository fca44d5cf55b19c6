// With no connection: has the service worker cache the site once the reader is served, and tells of it and of updates.
import { say } from "../../lib/announce.js";
import { make } from "../../lib/dom.js";
import { onEachPage, whenIdle } from "../../lib/lifecycle.js";
import { notify } from "../../lib/notice.js";
import { addressOf } from "../../lib/url-state.js";
import { runtime } from "../../rules-client/runtime.js";

const SCRIPT = addressOf("service-worker.js");
const workers = navigator.serviceWorker; // undefined in some private windows and on plain http
const request = make("button", { className: "fb-keep" }); // for readers who asked to save data
const ready = make("p", { className: "fb-ready" }, "Ready offline");
const never = make("p", { className: "fb-ready" }, "Online only: this browser can't save pages here");
const REFUSALS = ["SecurityError", "NotSupportedError"]; // as where a reader has it save nothing

/** What is shown at the foot. @type {HTMLElement | null} */
let inFoot = null;

/** @type {ServiceWorker | null} */
let watched = null;

/** Let the site be cached, where it is to be: live reload's pages name no manifest. */
export function keepForOffline() {
  if (!document.querySelector('link[rel="manifest"]')) return;
  if (!workers) {
    showInFoot(never);
    return;
  }
  reloadOnTakeOver();
  whenServed(start);
}

/**
 * The page is there, and Python too if anything asked for it.
 * @param {() => void} work
 */
function whenServed(work) {
  const isServed = () => {
    if (["starting", "slow"].includes(runtime.state.phase)) return;
    runtime.removeEventListener("change", isServed);
    work();
  };
  const waitForPython = () =>
    whenIdle(() => {
      runtime.addEventListener("change", isServed);
      isServed();
    });
  if (document.readyState === "complete") waitForPython();
  else addEventListener("load", waitForPython, { once: true });
}

async function start() {
  try {
    const registration = await workers.getRegistration(SCRIPT);
    const isCached = registration?.active?.scriptURL === SCRIPT;
    if (navigator.connection?.saveData && !isCached) offer();
    else await register();
  } catch (error) {
    if (error instanceof DOMException && REFUSALS.includes(error.name)) showInFoot(never);
    // Else there is no connection: the page works as it does.
  }
}

async function register() {
  const registration = await workers.register(SCRIPT, { updateViaCache: "none" });
  if (registration.active) {
    showInFoot(ready);
    keepRest(registration.active);
  }
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
    if (worker.state === "activated" && isFirst) arrived(worker);
    if (worker.state === "redundant" && isFirst) failed();
  });
}

/** @param {ServiceWorker} worker */
function arrived(worker) {
  request.remove();
  showInFoot(ready);
  say("Ready offline.");
  keepRest(worker);
}

/**
 * The site is cached, so nobody waits for the line: what hardly anybody needs may come, but not where data are saved.
 * @param {ServiceWorker} worker
 */
function keepRest(worker) {
  if (!navigator.connection?.saveData) whenIdle(() => worker.postMessage("keep the rest"));
}

/** What has come so far is cached, so that another try is short. */
function failed() {
  if (request.isConnected) {
    Object.assign(request, { textContent: "Couldn't be saved: try again", disabled: false });
  } else {
    addEventListener("online", start, { once: true });
  }
}

/** @param {ServiceWorkerRegistration} registration */
function offerReload(registration) {
  notify("New version: reload", () => {
    if (registration.waiting) registration.waiting.postMessage("take over");
    else location.reload(); // another tab was first
  });
}

/** When a new version takes over, every tab goes on with it. The first version of all changes nothing on the page. */
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
    register().catch(failed);
  });
  showInFoot(request);
}

/**
 * Show something at the foot of this page and of those after it, in place of what was there.
 * @param {HTMLElement} element
 */
function showInFoot(element) {
  if (!inFoot) onEachPage(() => inFoot && document.querySelector(".md-footer-meta__inner")?.append(inFoot));
  else inFoot.remove();
  inFoot = element;
  document.querySelector(".md-footer-meta__inner")?.append(element);
}
