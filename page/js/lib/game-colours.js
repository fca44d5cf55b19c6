// A game's colours on elements outside its page.

/**
 * Give an element the colours of a page, or the site's if the page belongs to no game.
 * @param {Element | null} page
 * @param {Element | null} element
 */
export function copyColours(page, element) {
  if (!(element instanceof HTMLElement)) return;
  const own = page instanceof HTMLElement ? page.style : null;
  for (const name of ["--game-light", "--game-dark"])
    element.style.setProperty(name, own?.getPropertyValue(name) ?? "");
}

/** Give the list of contents beside a page the colours of its game. */
export const colourContents = () =>
  copyColours(document.querySelector("article .fb-page"), document.querySelector(".md-sidebar--secondary"));
