/** Place of the compiled rules, which the build fills in (hooks/bundle/frontend.py). */
declare const COMPILED_RULES: {
  folder: string;
  parts: Record<string, Record<string, string[]>>;
  leftOut: string[];
};

/** Place of Python's files, with the bytes of each, and the size of their download (hooks/bundle/frontend.py). */
declare const PYTHON_FILES: {
  folder: string;
  sizes: Record<string, number>;
  packages: string[];
  megabytes: number;
};
