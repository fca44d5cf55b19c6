// Changes an open page into its new version: only elements whose sources differ, so that the others keep their state.
import { readFields, restoreFields } from "./state.js";

/** @typedef {Map<Element, Element>} Shown the element of the page for each element of its source */

/**
 * Change what is shown of an element into its new source.
 * @param {Element} before the source so far
 * @param {Element} after the new source
 * @param {Shown} shown it then has the elements of the new source, too
 */
export function patch(before, after, shown) {
  const element = shown.get(before);
  if (!element) return;
  if (before.outerHTML === after.outerHTML) {
    adopt(before, after, shown);
    return;
  }
  if (!isPatchable(before, after)) {
    replace(element, after, shown);
    return;
  }
  shown.set(after, element);
  patchAttributes(element, before, after);
  patchChildren(element, before, after, shown);
}

/**
 * Show a new element in place of another one, with what the reader has typed and unfolded there.
 * @param {Element} element
 * @param {Element} source
 * @param {Shown} shown
 */
export function replace(element, source, shown) {
  const fields = readFields(element);
  const fresh = create(source, shown);
  element.replaceWith(fresh);
  restoreFields(fresh, fields);
}

/**
 * Return the positions of the elements that two lists have in common, in order: the longest such list.
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {[number, number][]}
 */
export function findCommon(before, after) {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let from = before.length - 1; from >= 0; from -= 1) {
    for (let to = after.length - 1; to >= 0; to -= 1) {
      lengths[from][to] =
        before[from] === after[to]
          ? lengths[from + 1][to + 1] + 1
          : Math.max(lengths[from + 1][to], lengths[from][to + 1]);
    }
  }
  /** @type {[number, number][]} */
  const common = [];
  for (let from = 0, to = 0; from < before.length && to < after.length; ) {
    if (before[from] === after[to]) common.push([from++, to++]);
    else if (lengths[from + 1][to] >= lengths[from][to + 1]) from += 1;
    else to += 1;
  }
  return common;
}

/** Return true if an element can stay while its inside changes. @param {Element} before @param {Element} after */
function isPatchable(before, after) {
  if (before.localName !== after.localName || before.id !== after.id) return false;
  if (before instanceof HTMLTemplateElement || before.localName === "script" || hasText(before) || hasText(after)) {
    return false;
  }
  const isOwn = before.localName.startsWith("fb-"); // scripts have read its attributes
  return !isOwn || describeAttributes(before) === describeAttributes(after);
}

/** @param {Element} element */
const hasText = (element) =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());

/** @param {Element} element */
const describeAttributes = (element) => JSON.stringify([...element.attributes].map(({ name, value }) => [name, value]));

/** @param {Element} element @param {Element} before @param {Element} after */
function patchAttributes(element, before, after) {
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of after.attributes) {
    if (before.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** @param {Element} element @param {Element} before @param {Element} after @param {Shown} shown */
function patchChildren(element, before, after, shown) {
  const [old, fresh] = [[...before.children], [...after.children]];
  const common = findCommon(
    old.map(({ outerHTML }) => outerHTML),
    fresh.map(({ outerHTML }) => outerHTML),
  );
  let [from, to] = [0, 0];
  /** @type {Element | null} */
  let last = null;
  for (const [oldEnd, freshEnd] of [...common, [old.length, fresh.length]]) {
    for (; from < oldEnd || to < freshEnd; ) {
      const isPair = from < oldEnd && to < freshEnd && old[from].localName === fresh[to].localName;
      if (isPair) patch(old[from++], fresh[to], shown);
      else if (from < oldEnd) shown.get(old[from++])?.remove();
      if (!isPair && to < freshEnd && from >= oldEnd) insert(element, create(fresh[to], shown), last);
      else if (!isPair) continue;
      last = shown.get(fresh[to++]) ?? last;
    }
    if (oldEnd === old.length) break;
    adopt(old[from++], fresh[to], shown);
    last = shown.get(fresh[to++]) ?? last;
  }
}

/** @param {Element} parent @param {Element} element @param {Element | null} last the one before it */
function insert(parent, element, last) {
  if (last) last.after(element);
  else parent.prepend(element);
}

/** Note that a new source is shown as the equal one before. @param {Element} before @param {Element} after @param {Shown} shown */
function adopt(before, after, shown) {
  const element = shown.get(before);
  if (element) shown.set(after, element);
  for (let at = 0; at < before.children.length; at += 1) adopt(before.children[at], after.children[at], shown);
}

/** Create an element from its source. @param {Element} source @param {Shown} shown */
function create(source, shown) {
  const element = document.importNode(source, true);
  /** @param {Element} part @param {Element} made */
  const pair = (part, made) => {
    shown.set(part, made);
    for (let at = 0; at < part.children.length; at += 1)
      if (made.children[at]) pair(part.children[at], made.children[at]);
  };
  pair(source, element);
  return element;
}
