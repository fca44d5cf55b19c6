// Stubs of the browser globals that the logic of the page's modules needs; import it before them.
import { register } from "node:module";

const PAGE = JSON.stringify(new URL("page_exports.mjs", import.meta.url).href);
const HOOK = `export const resolve = (name, about, next) => next(name === "#shared" ? ${PAGE} : name, about);`;
register(`data:text/javascript,${encodeURIComponent(HOOK)}`);

/** In-memory localStorage of a tab. */
export class Storage {
  setItem(name, text) {
    this[name] = String(text);
  }
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  removeItem(name) {
    delete this[name];
  }
}

globalThis.localStorage = new Storage();
globalThis.addEventListener ??= () => {};
globalThis.Element ??= class extends EventTarget {};
globalThis.document = Object.assign(new EventTarget(), { querySelector: () => null });
