/** Version of the site's scripts, rules and Python, which the build fills in (rules_site/bundle/frontend.py). */
declare const SITE_VERSION: string;

/** Place of the compiled rules. */
declare const COMPILED_RULES: {
  folder: string;
  parts: Record<string, Record<string, string[]>>;
  leftOut: string[];
};

/** Place of Python's files, the games that Python knows, and the size of the download. */
declare const PYTHON_FILES: {
  folder: string;
  games: string[];
  megabytes: number;
};

/** The bytes of each of Python's files, and the packages to load: only scripts that load Python have it. */
declare const PYTHON_PARTS: {
  sizes: Record<string, number>;
  packages: string[];
};
