// Trusted Types policy for markup and script addresses. The theme and the site's modules set HTML as text, and the
// policy checks it. It is created before both run.
{
  const REFUSED = new Set([
    "script",
    "iframe",
    "frame",
    "frameset",
    "object",
    "embed",
    "applet",
    "link",
    "meta",
    "base",
    "style",
    "noscript",
    "noembed",
    "xmp",
    "plaintext",
    "set",
    "animate",
    "animatetransform",
    "animatemotion",
  ]);
  const WORKER = "Worker constructor";
  const APART = "data:text/javascript;";
  const HANDLERS = /^(on|srcdoc$|srcset$|ping$)/;
  const ADDRESSES = new Set(["href", "xlink:href", "src", "action", "formaction", "poster", "data", "background"]);

  /**
   * Return true for an address of this site: no other host, no `javascript:`, no `data:` or `blob:`.
   * @param {string} address
   */
  const isOwn = (address) =>
    URL.canParse(address, document.baseURI)
    && new URL(address, document.baseURI).href.startsWith(`${location.origin}/`);

  /**
   * Return true for a style attribute whose addresses are all of this site: written as plain `url(…)`, because an escape
   * or another function could hide one.
   * @param {string} style
   */
  const isOwnStyle = (style) =>
    !/\\|\/\*|(url|image|image-set|cross-fade|src)\(/i.test(
      style.replace(/\burl\(([\w./:%~-]+)\)/g, (whole, address) => (isOwn(address) ? "" : whole)),
    );

  /**
   * Return true if markup runs nothing and has no links to other sites.
   * @param {DocumentFragment} root
   * @returns {boolean}
   */
  const isHarmless = (root) =>
    [...root.querySelectorAll("*")].every(
      (element) =>
        !REFUSED.has(element.localName.toLowerCase())
        && [...element.attributes].every(
          ({ name, value }) =>
            !HANDLERS.test(name.toLowerCase())
            && (name !== "style" || isOwnStyle(value))
            && (!ADDRESSES.has(name.toLowerCase()) || isOwn(value)),
        )
        && (!(element instanceof HTMLTemplateElement) || isHarmless(element.content)),
    );

  const asked = globalThis.trustedTypes;
  if (asked) {
    const unused = document.createElement("template"); // a template's content runs and fetches nothing
    const inert = asked.createPolicy("inert", { createHTML: (html) => html });
    asked.createPolicy("default", {
      /**
       * Return HTML if it is harmless. Pages fetched from the site are only parsed, which runs nothing; their scripts'
       * addresses are checked separately. Text never becomes a script, because there is no `createScript`.
       * @param {string} html
       * @param {string} [_]
       * @param {string} [sink]
       */
      createHTML(html, _, sink) {
        if (sink === "DOMParser parseFromString") return html;
        unused.innerHTML = inert.createHTML(html);
        const isFit = isHarmless(unused.content);
        unused.replaceChildren();
        unused.content.replaceChildren();
        return isFit ? html : null;
      },
      /**
       * Return an address of this site, or that of a worker which the browser gives an origin of its own.
       * @param {string} address
       * @param {string} [_]
       * @param {string} [sink]
       */
      createScriptURL: (address, _, sink) =>
        isOwn(address) || (sink === WORKER && address.startsWith(APART)) ? address : null,
    });
  }
}
