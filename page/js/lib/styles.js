// Styles that only a part of the site needs, loaded together with its script.

const FOLDER = new URL("../../css/", import.meta.url);

/**
 * Add one of the site's style sheets to the page, where it stays, and wait until it applies or can't be loaded.
 * @param {string} name its file's name without the extension
 * @returns {Promise<void>}
 */
export function addStyles(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(`${name}.css`, FOLDER).href;
  document.body.append(link); // the theme replaces the head with the next page's
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve()); // the part works without its styles
  });
}
