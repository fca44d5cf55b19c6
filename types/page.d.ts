// Globals of the page's modules: Material's, browser features that TypeScript doesn't list, and the build's modules in
// assets/vendor.

/** Emits when instant navigation has loaded a page, and once for the first one. */
declare var document$: { subscribe(arrived: () => void): void } | undefined;

/** The reader's events before the page's scripts ran, see lib/scripts-blocked.js. */
declare var earlyEvents: Event[] | undefined;

/** The site's root; the theme stores values under its path. */
declare var __md_scope: URL;

/** The page as the server of a live site sent it, and its elements by their sources (rules_site/live/snapshot.js). */
declare var livePage: { copy: Element; shown: Map<Element, Element> };

/** Checks text before it becomes markup or a script's address, in browsers that support it. */
declare var trustedTypes: TrustedTypes | undefined;

interface TrustedTypes {
  /** Returns null for text that the policy rejects. */
  createPolicy(
    name: string,
    rules: {
      createHTML?: (html: string, type?: string, sink?: string) => string | null;
      createScriptURL?: (address: string, type?: string, sink?: string) => string | null;
    },
  ): { createHTML(html: string): string };
  readonly defaultPolicy: { createHTML(html: string): string } | null;
}

interface Navigator {
  readonly connection?: { readonly saveData: boolean; readonly effectiveType?: string; readonly type?: string };
}

declare module "*/vendor/comlink.js" {
  export * from "comlink";
}

interface HTMLElementTagNameMap {
  "fb-calc": import("../page/js/components/forms/calculator.js").Calculator;
  "fb-list": import("../page/js/components/forms/list.js").List;
  "fb-notice": import("../page/js/lib/notice.js").Notice;
  "fb-order": import("../page/js/components/initiative.js").Order;
  "fb-roller": import("../page/js/components/roller.js").Roller;
  "fb-status": import("../page/js/components/status.js").Status;
  "fb-table": import("../page/js/components/table.js").Table;
}

interface DocumentEventMap {
  rolled: CustomEvent<import("../page/js/rules-client/client.js").Rolled>;
}

/** Pyodide's scripts, as far as a worker needs them. */
declare module "pyodide/pyodide.mjs" {
  export function loadPyodide(options: object): Promise<unknown>;
}
declare module "pyodide/pyodide.asm.mjs" {
  const createPyodideModule: unknown;
  export default createPyodideModule;
}
