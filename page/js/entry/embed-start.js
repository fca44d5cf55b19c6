// Script in the head of an embedded block. It isn't a module, so that it runs in a sandboxed frame, whose browser asks the
// host for a permission to run modules. It sets the colours before the first paint, reports the height, and says why
// nothing rolls if the module doesn't run.
import "../lib/polyfills.js";
import "../lib/trusted-types.js";
import { applyLook, readLook } from "../features/embed/look.js";
import { reportHeight } from "../features/embed/size.js";
import { forgetAll } from "../features/embed/without-storage.js";

const { documentElement: html } = document;

/** Show why the block doesn't roll, with a link to the page where it does. */
function explain() {
  html.setAttribute("data-unscripted", "");
  const told = document.createElement("p");
  told.className = "fb-noscript fb-unscripted";
  told.setAttribute("role", "alert");
  told.append("This block can't roll here: the page around it or the host of this block keeps its scripts out. ");
  const link = document.querySelector(".fb-embed-foot a");
  if (link) told.append(Object.assign(link.cloneNode(), { textContent: "Roll on the rule’s own page" }));
  document.querySelector(".fb-page")?.prepend(told);
}

html.classList.replace("no-js", "js");
if (location.search) html.setAttribute("data-asks", "");
forgetAll();

const named = readLook(location.hash);
applyLook(named);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyLook(named));
addEventListener("hashchange", () => {
  if (!location.hash.startsWith("#theme=")) return; // a link to a row
  applyLook(Object.assign(named, readLook(location.hash)));
});
addEventListener("message", ({ data, source }) => {
  if (source !== parent || named.theme !== "host" || data?.fieldbook !== "look") return;
  const { background, text, accent, font } = data;
  Object.assign(named, { background, text, accent: named.accent || accent, font });
  applyLook(named);
});
document.addEventListener("DOMContentLoaded", reportHeight);
addEventListener("load", () => {
  if (!html.hasAttribute("data-first")) explain();
});
