/** Where the compiled rules are; the build replaces it (hooks/bundle/frontend.py). */
declare const COMPILED_RULES: { folder: string; games: string[] };
