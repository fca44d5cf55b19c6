/** Place of the compiled rules, which the build fills in (hooks/bundle/frontend.py). */
declare const COMPILED_RULES: {
  folder: string;
  parts: Record<string, Record<string, string[]>>;
  leftOut: string[];
};
