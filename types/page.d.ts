// What the page's modules find around them: Material's, the browser's own that TypeScript doesn't list, and what the
// build puts into assets/vendor.

/** Material says here when instant navigation has brought another page, and once for the first. */
declare var document$: { subscribe(arrived: () => void): void } | undefined;

/** Where the site begins; the theme keeps things under its path. */
declare var __md_scope: URL;

/** Browsers that have it ask the page's policy before text becomes markup or a script's address. */
declare var trustedTypes: TrustedTypes | undefined;

interface TrustedTypes {
  /** What the policy's functions refuse is null. */
  createPolicy(
    name: string,
    rules: {
      createHTML?: (html: string, type?: string, sink?: string) => string | null;
      createScriptURL?: (address: string) => string | null;
    },
  ): { createHTML(html: string): string };
  readonly defaultPolicy: { createHTML(html: string): string } | null;
}

interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}

declare module "*/vendor/comlink.js" {
  export * from "comlink";
}

declare module "*/vendor/minisearch.js" {
  export { default } from "minisearch";
}

interface HTMLElementTagNameMap {
  "fb-calc": import("../docs/assets/js/components/forms/calculator.js").Calculator;
  "fb-list": import("../docs/assets/js/components/forms/list.js").List;
  "fb-notice": import("../docs/assets/js/lib/notice.js").Notice;
  "fb-order": import("../docs/assets/js/components/initiative.js").Order;
  "fb-roller": import("../docs/assets/js/components/roller.js").Roller;
  "fb-status": import("../docs/assets/js/components/status.js").Status;
  "fb-table": import("../docs/assets/js/components/table.js").Table;
}

interface DocumentEventMap {
  rolled: CustomEvent<import("../docs/assets/js/rules-client/client.js").Rolled>;
}
