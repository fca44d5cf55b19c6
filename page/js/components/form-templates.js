// Templates of forms whose contents are a file of their own, because most visits open no form.
import { resolveAddress } from "#shared";

/** Elements whose forms are being loaded. @type {WeakMap<HTMLElement, Promise<void>>} */
const filling = new WeakMap();

/**
 * Fill the empty templates of an element, in their order, with the contents from its file, once.
 * @param {HTMLElement} owner its attribute `forms` has the file's path, until the templates are filled
 * @throws {Error} if the file doesn't arrive
 */
export async function fillTemplates(owner) {
  const loading = filling.get(owner) ?? loadTemplates(owner).finally(() => filling.delete(owner));
  filling.set(owner, loading);
  await loading;
}

/** @param {HTMLElement} owner */
async function loadTemplates(owner) {
  const path = owner.getAttribute("forms");
  if (!path) return;
  const response = await fetch(resolveAddress(path));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const contents = /** @type {string[]} */ (await response.json());
  const templates = /** @type {NodeListOf<HTMLTemplateElement>} */ (owner.querySelectorAll("template[data-later]"));
  templates.forEach((template, at) => {
    template.innerHTML = contents[at];
  });
  owner.removeAttribute("forms");
}
