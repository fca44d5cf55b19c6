// Update of elements with new HTML from the rules. Elements that mean the same stay in the page with their focus, their
// open parts and everything that the page has added.
import { nameControl } from "#shared";

const ADDED = "data-added"; // marks what the page has added, such as an answer

const FOCUSED = "focus-visible"; // a class that the theme gives the focused element

/** Mark an element as added by the page, so that new HTML leaves it alone. @param {HTMLElement} element */
export function markAdded(element) {
  element.setAttribute(ADDED, "");
  return element;
}

/**
 * Update an element's content.
 * @param {Element} root
 * @param {string} html
 */
export function updateContent(root, html) {
  const next = document.createElement(root.localName === "ul" ? "ul" : "div");
  next.innerHTML = html;
  updateChildren(root, next);
}

/**
 * Update an element's children, so that they are like those of another one.
 * @param {Element} root
 * @param {Element} next
 */
export function updateChildren(root, next) {
  const old = [...root.childNodes].filter((node) => !isAdded(node));
  const partners = findPartners(old, [...next.childNodes]);
  const staying = new Set(partners.values());
  /** Nodes of the page's own that follow replaced ones: they stay after the new ones. @type {Set<ChildNode>} */
  const left = new Set();
  for (const node of old.filter((each) => !staying.has(each))) {
    for (let added = node.nextSibling; added && isAdded(added); added = added.nextSibling) left.add(added);
    node.remove();
  }
  let place = findOwn(root.firstChild);
  for (const node of [...next.childNodes]) {
    const partner = partners.get(node);
    if (partner && partner === place) place = findOwn(place.nextSibling);
    else root.insertBefore(partner ?? node, findGap(root, place, left));
    if (partner) update(partner, node);
  }
}

/**
 * Return the node that a new one goes before: the next one, or what the page had added after a node that has gone.
 * @param {Element} root
 * @param {ChildNode | null} place
 * @param {Set<ChildNode>} left
 */
function findGap(root, place, left) {
  const findBefore = (/** @type {ChildNode | null} */ node) => (node ? node.previousSibling : root.lastChild);
  let gap = place;
  for (let before = findBefore(gap); before && left.has(before); before = findBefore(gap)) gap = before;
  return gap;
}

/**
 * Return the old node that means the same, for each new one that has one.
 * @param {ChildNode[]} old
 * @param {ChildNode[]} next
 */
function findPartners(old, next) {
  /** @type {Map<string, ChildNode[]>} */
  const waiting = new Map();
  for (const node of old) waiting.set(describe(node), [...(waiting.get(describe(node)) ?? []), node]);
  /** @type {Map<ChildNode, ChildNode>} */
  const partners = new Map();
  for (const node of next) {
    const partner = waiting.get(describe(node))?.shift();
    if (partner) partners.set(node, partner);
  }
  return partners;
}

/** Return a text that is equal for nodes that mean the same. @param {Node} node */
export function describe(node) {
  if (!(node instanceof HTMLElement)) return node.nodeName;
  const [first = ""] = [...node.classList].filter((name) => name !== FOCUSED);
  if (node.dataset.key) return `${node.localName}|${node.dataset.key}`;
  const headings = node.matches(".fb-card, li")
    ? "h4, h5, b"
    : node.matches("section[data-part]")
      ? "h4, h5, summary"
      : "";
  const heading = headings && findDrawn(node, headings)?.firstChild?.textContent;
  const field = findDrawn(node, "[name]")?.getAttribute("name") ?? node.getAttribute("name");
  const form = node.dataset.form && JSON.parse(node.dataset.form); // the text of its button changes with the choices
  const named = form ? (form.roll ?? form.change) : node.matches("button") ? nameControl(node) : undefined;
  const own = named ?? node.dataset.title ?? readGaugeName(node) ?? field ?? "";
  return [node.localName, first, own, heading].join("|");
}

/** Return the first element within a node that the rules have drawn. @param {Element} node @param {string} selector */
const findDrawn = (node, selector) => [...node.querySelectorAll(selector)].find((each) => !each.closest(`[${ADDED}]`));

/** @param {HTMLElement} node */
const readGaugeName = ({ dataset }) => dataset.gauge && JSON.parse(dataset.gauge).label;

/** @param {Node} node */
const isAdded = (node) => node instanceof Element && node.hasAttribute(ADDED);

/** Return a node or the first one after it that the page hasn't added. @param {ChildNode | null} node */
function findOwn(node) {
  let next = node;
  while (next && isAdded(next)) next = next.nextSibling;
  return next;
}

/** @param {ChildNode} old @param {ChildNode} next */
function update(old, next) {
  if (!(old instanceof HTMLElement) || !(next instanceof HTMLElement)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  updateAttributes(old, next);
  if (old instanceof HTMLInputElement && next instanceof HTMLInputElement) updateInput(old, next);
  const isOpaque =
    old.localName.includes("-") || old instanceof HTMLSelectElement || old instanceof HTMLTextAreaElement;
  const isAwaited = old.matches(".fb-sheet-chance") && !next.childNodes.length; // its old odds stay until the new ones come
  if (!isOpaque && !isAwaited) updateChildren(old, next);
}

/** @param {HTMLInputElement} old @param {HTMLInputElement} next */
function updateInput(old, next) {
  old.checked = next.checked;
  if (old !== document.activeElement && old.type !== "radio" && old.type !== "checkbox") old.value = next.value;
}

/** @param {HTMLElement} old @param {HTMLElement} next */
function updateAttributes(old, next) {
  const isReaders = (/** @type {string} */ name) =>
    (name === "open" && old.localName === "details") || (name === "style" && old.matches(".fb-sheet-panel"));
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isReaders(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value && !isReaders(name)) old.setAttribute(name, value);
  }
}
