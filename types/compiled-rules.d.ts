/** Place of the compiled rules, which the build fills in (rules_site/bundle/frontend.py). */
declare const COMPILED_RULES: {
  folder: string;
  parts: Record<string, Record<string, string[]>>;
  leftOut: string[];
};

/** Place of Python's files, the bytes of each, the games that Python knows, and the size of the download. */
declare const PYTHON_FILES: {
  folder: string;
  sizes: Record<string, number>;
  packages: string[];
  games: string[];
  megabytes: number;
};
