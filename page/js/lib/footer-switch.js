// Switches at the foot of pages, whose settings are stored on the device.
import { make } from "./dom.js";
import { runOnEachPage } from "./lifecycle.js";
import { read, watch, write } from "./storage.js";

/**
 * Add a switch, and apply its setting now and whenever it changes in any tab.
 * @param {string} label
 * @param {string} name the name under which the setting is stored
 * @param {(isOn: boolean) => void} apply
 * @param {string} [where] selects a part of the pages on which the setting changes anything
 */
export function addFooterSwitch(label, name, apply, where = "*") {
  const toggle = make("button", { type: "button", className: "fb-hand" }, label);
  const show = () => {
    const isOn = read(name) === true;
    toggle.setAttribute("aria-pressed", String(isOn));
    apply(isOn);
  };
  toggle.addEventListener("click", () => write(name, read(name) !== true));
  watch(name, show);
  show();
  runOnEachPage(() => document.querySelector(`:has(${where}) .md-footer-meta__inner`)?.append(toggle));
}
