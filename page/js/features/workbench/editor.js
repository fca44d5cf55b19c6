// The editor of a rule: CodeMirror with Python's colours and marked mistakes. It lies in a shadow root, where its styles
// are style sheets without elements, as the page's policy demands.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword], color: "var(--fb-accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--fb-good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--fb-line-2)" },
  { tag: tags.comment, color: "var(--fb-faint)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.meta], fontWeight: "bold" },
]);

const LOOK = EditorView.theme({
  "&": { color: "var(--fb-ink)", backgroundColor: "var(--fb-sheet)", fontSize: "0.8rem" },
  "&.cm-focused": { outline: "2px solid var(--fb-accent)" },
  ".cm-scroller": { fontFamily: "var(--md-code-font), monospace", lineHeight: "1.5" },
  "&.cm-editor": { maxHeight: "min(60vh, 46rem)" },
  ".cm-content": { caretColor: "var(--fb-ink)", minHeight: "12em" },
  ".cm-gutters": { color: "var(--fb-faint)", backgroundColor: "var(--fb-control)", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--fb-grid)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--fb-line)" },
  ".cm-cursor": { borderLeftColor: "var(--fb-ink)" },
  ".cm-tooltip": { color: "var(--fb-ink)", backgroundColor: "var(--fb-sheet)", borderColor: "var(--fb-line)" },
});

export class Editor {
  #view;

  /**
   * @param {HTMLElement} place
   * @param {string} label the name for screen readers
   * @param {string} hint its description for them
   * @param {(text: string) => void} changed called after each change that the reader makes
   */
  constructor(place, label, hint, changed) {
    const root = place.attachShadow({ mode: "open" });
    place.addEventListener("keydown", (event) => {
      // Outside the shadow root a key has the root's host as its target, and the theme takes letters for commands.
      if (event.key.length === 1 && !event.altKey && !event.ctrlKey && !event.metaKey) event.stopPropagation();
    });
    const isReaders = (/** @type {import("@codemirror/view").ViewUpdate} */ update) =>
      update.transactions.some((each) => each.isUserEvent("input") || each.isUserEvent("delete") || isOther(each));
    this.#view = new EditorView({
      root,
      parent: root,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        highlightActiveLine(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-description": hint,
          autocapitalize: "off",
          spellcheck: "false",
          tabindex: "0", // axe doesn't know that text that can be edited can have the focus
        }),
        keymap.of([...defaultKeymap, ...historyKeymap]), // Tab leaves the editor
        python(),
        syntaxHighlighting(COLOURS),
        LOOK,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && isReaders(update)) changed(this.text);
        }),
      ],
    });
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Show another text, without a call of `changed`. The reader can undo it. @param {string} text */
  show(text) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  /**
   * Mark mistakes in their lines, or remove the marks.
   * @param {{ line: number, error: string, is_warning?: boolean }[]} problems lines are counted from 1; 0 has no mark
   */
  mark(problems) {
    const { state } = this.#view;
    const marks = problems
      .filter(({ line }) => line)
      .map(({ line, error, is_warning }) => {
        const { from, to } = state.doc.line(Math.min(line, state.doc.lines));
        return {
          from,
          to,
          severity: /** @type {"warning" | "error"} */ (is_warning ? "warning" : "error"),
          message: error,
        };
      });
    this.#view.dispatch(setDiagnostics(state, marks));
  }

  end() {
    this.#view.destroy();
  }
}

/** Return true for undo, redo and moved lines. @param {import("@codemirror/state").Transaction} transaction */
const isOther = (transaction) => ["undo", "redo", "move"].some((kind) => transaction.isUserEvent(kind));
