// <fb-workbench>: a designer writes or changes a rule in Python, and sees its form, a roll, its steps, and its odds beside
// the printed rule's. Nothing runs before the reader asks for it, and a text from elsewhere waits for that again.
import {
  createSeed,
  explainFailure,
  fetchText,
  find,
  ignoreRepeats,
  make,
  makeButton,
  NOT_SAVED,
  isSaved,
  resolveAddress,
  runtime,
  say,
  toFailure,
  values,
} from "#shared";
import { saveAs } from "../../components/save-file.js";
import { listDrafts, readDraft, storeDraft } from "./drafts.js";
import { Editor } from "./editor.js";
import { checkAnswer, parseHarmless } from "./harmless.js";
import { RuleWorker } from "./rule-worker.js";

const GAME = "workbench"; // the slug under which the page rolls the reader's rule
const RULE = `${GAME}.rule`;
const PAUSE = 60; // milliseconds without a key before the rule is defined again
const LARGEST = 200_000; // characters of a file
const ADDRESS = /^#rule=([\w.-]*)$/;
const HINT = "Tab leaves the editor. Enter keeps the indentation, Control and ] indents a line.";

/** @typedef {import("./rule-worker.js").Answer} Answer */

export class Workbench extends HTMLElement {
  /** @type {Editor | null} */
  #editor = null;
  #worker = new RuleWorker(() => (this.#isDefined = false));
  /** The printed rule's id, or "". */
  #rule = "";
  /** The text to begin with: the printed rule's, or the template. */
  #printed = "";
  /** The text of a new rule. */
  #template = "";
  #isDefined = false;
  /** True if the reader has asked to run what the editor holds; later edits of it run by themselves. */
  #isAsked = false;
  #seed = Number(createSeed() % 2n ** 32n);
  #timer = 0;
  #round = 0;
  #form = "";
  #end = new AbortController();

  #head = make("p", { className: "fb-bench-head" });
  #code = make("div", { className: "fb-bench-code" });
  #problem = make("p", { className: "fb-error fb-bench-problem", role: "status", hidden: true });
  #run = makeButton("fb-roll fb-bench-run", "");
  #progress = make("progress", { max: 100, hidden: true, "aria-label": "Getting Python ready" });
  #back = makeButton("fb-add", "Back to the printed rule");
  #chance = make("p", { className: "fb-bench-chance", role: "status" });
  #roller = make("div", { className: "fb-bench-roller" });
  #odds = make("div", { className: "fb-bench-odds" });
  #drafts = make("p", { className: "fb-bench-drafts" });

  connectedCallback() {
    if (this.#editor) return;
    this.#template = `${this.querySelector("pre")?.textContent?.trimEnd() ?? ""}\n`;
    const { signal } = this.#end;
    this.#editor = new Editor(this.#code, "The rule, in Python", HINT, (text) => this.#handleEdit(text));
    const save = makeButton("fb-add", "Save as a file");
    const file = make("input", { type: "file", accept: ".py,text/x-python", className: "fb-sheets-file" });
    const open = make("label", { className: "fb-add fb-sheets-import" }, "Open a file", file);
    const tools = make("div", { className: "fb-bench-tools" }, this.#run, this.#back, save, open);
    const left = make("div", { className: "fb-bench-left" }, this.#head, this.#code, this.#problem, tools);
    left.append(this.#progress, this.#drafts);
    const right = make("section", { className: "fb-bench-right", "aria-label": "Result" });
    right.append(this.#chance, this.#roller, this.#odds);
    this.replaceChildren(left, right);
    this.#run.addEventListener(
      "click",
      ignoreRepeats(() => this.#start()),
    );
    this.#back.addEventListener("click", () => this.#goBack());
    save.addEventListener("click", () => saveAs(this.#rule || "rule", this.#editor?.text ?? "", "py"));
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      file.value = "";
      if (chosen) await this.#openFile(chosen);
    });
    this.addEventListener("rolled", (event) => event.stopPropagation()); // a trial is none of the reader's rolls
    this.#roller.addEventListener("input", () => this.#compareSoon());
    addEventListener("hashchange", () => this.#openAddress(), { signal });
    runtime.answerElsewhere(GAME, (question, args) => this.#answer(question, args));
    this.#openAddress();
  }

  disconnectedCallback() {
    this.#end.abort();
    this.#worker.end();
    this.#editor?.end();
    runtime.answerElsewhere(GAME, null);
  }

  /** Open the rule in the address, or a new one. */
  async #openAddress() {
    const rule = ADDRESS.exec(location.hash)?.[1] ?? "";
    const round = (this.#round += 1);
    const found = rule ? await readPrinted(rule) : { title: "A new rule", source: this.#template };
    if (round !== this.#round) return;
    this.#rule = rule;
    this.#printed = found?.source ?? "";
    const draft = readDraft(rule);
    this.#head.textContent = `${found?.title ?? rule}${draft === null ? "" : ", your draft"}`;
    this.#take(draft ?? this.#printed);
    if (!found) this.#showProblem(0, `The source of “${rule}” couldn't be loaded.`);
  }

  /** Show a text that doesn't run until the reader asks for it. @param {string} text */
  #take(text) {
    clearTimeout(this.#timer);
    this.#round += 1;
    this.#isAsked = false;
    this.#isDefined = false;
    this.#form = "";
    this.#editor?.show(text);
    this.#showProblem(0, "");
    for (const place of [this.#roller, this.#odds]) place.replaceChildren();
    this.#chance.textContent = this.#rule
      ? "Run it to see its form, a roll, and its odds beside the printed rule’s."
      : "Run it to see its form, a roll and its odds.";
    this.#drawTools();
  }

  #drawTools() {
    const isRunning = this.#isAsked;
    this.#run.textContent = isRunning ? "Run again" : `Run (${PYTHON_FILES.megabytes} MB)`;
    if (this.#isReady) this.#run.textContent = isRunning ? "Run again" : "Run";
    this.#back.textContent = this.#rule ? "Back to the printed rule" : "Back to the template";
    this.#back.hidden = !this.#printed || this.#editor?.text === this.#printed; // it may not have been loaded
    const others = listDrafts().filter((rule) => rule !== this.#rule);
    this.#drafts.hidden = !others.length;
    const links = others.map((rule) => make("a", { href: `#rule=${rule}` }, rule || "a new rule"));
    this.#drafts.replaceChildren("Your other drafts: ", ...links.flatMap((link, at) => (at ? [", ", link] : [link])));
    if (!isSaved(`fieldbook:draft:${this.#rule}`)) this.#drafts.append(` ${NOT_SAVED}`);
  }

  #isReady = false;

  /** Start Python for a reader who wants to run the rule, and run it. */
  async #start() {
    this.#isAsked = true;
    if (!this.#isReady) {
      this.#progress.hidden = false;
      this.#run.disabled = true;
      say("Getting Python ready.");
      try {
        await this.#worker.start((share) => {
          const per = Math.floor(share * 100);
          this.#progress.value = per;
          this.#run.textContent = `Getting Python ready, ${per}%`;
        });
        this.#isReady = true;
      } catch (error) {
        this.#isAsked = false;
        const { message } = await explainFailure(toFailure(error));
        this.#showProblem(0, `Python couldn't start: ${message}. Your text is saved.`);
        return;
      } finally {
        this.#progress.hidden = true;
        this.#run.disabled = false;
        this.#drawTools();
      }
    } else this.#seed = Number(createSeed() % 2n ** 32n);
    if (this.#isAsked) await this.#define(); // another text may have been opened meanwhile
  }

  /** @param {string} text */
  #handleEdit(text) {
    storeDraft(this.#rule, text, this.#printed);
    this.#drawTools();
    clearTimeout(this.#timer);
    this.#isDefined = false;
    if (this.#isAsked && this.#isReady) this.#timer = setTimeout(() => this.#define(), PAUSE);
  }

  #goBack() {
    storeDraft(this.#rule, this.#printed, this.#printed);
    const isAsked = this.#isAsked;
    this.#take(this.#printed);
    this.#head.textContent = this.#head.textContent?.replace(", your draft", "") ?? "";
    this.#isAsked = isAsked; // the printed rule isn't from elsewhere
    this.#drawTools();
    if (isAsked && this.#isReady) this.#define();
  }

  /** @param {File} file */
  async #openFile(file) {
    if (file.size > LARGEST) {
      this.#showProblem(0, `${file.name} is larger than ${LARGEST / 1000} kB, which is more than a rule has.`);
      return;
    }
    this.#take(await file.text());
    storeDraft(this.#rule, this.#editor?.text ?? "", this.#printed);
    this.#drawTools();
    say(`${file.name} is open. Read it before you run it.`);
  }

  /** The form's values that differ from the rule's defaults. */
  get #params() {
    const form = this.#roller.querySelector("form");
    return form ? values.readChangedValues(form) : {};
  }

  /** Define the rule and show its form, a roll and its odds. */
  async #define() {
    const round = (this.#round += 1);
    const params = this.#params;
    const answer = await this.#ask("define", this.#editor?.text ?? "", this.#rule, JSON.stringify(params), this.#seed);
    this.#isDefined = answer.form !== undefined;
    if (round !== this.#round) return;
    this.#showProblem(answer.line ?? 0, answer.error ?? "");
    try {
      if (answer.form && (!answer.error || !this.#form)) this.#showForm(answer.form, params);
      if (answer.roll) this.#showRoll(answer.roll);
      this.#showOdds(answer);
    } catch (error) {
      this.#showProblem(0, error instanceof Error ? `${error.message}.` : String(error));
    }
  }

  /** @param {string} html @param {values.Values} params the values to set again */
  #showForm(html, params) {
    if (html === this.#form) return;
    this.#form = html;
    this.#roller.replaceChildren(...parseHarmless(html).childNodes);
    const form = find(this.#roller, "form", HTMLFormElement);
    const names = new Set([...form.elements].map((field) => field.getAttribute("name")));
    values.setValues(
      form,
      Object.entries(params).filter(([name]) => names.has(name)),
    );
  }

  /** @param {{ html: string }} roll */
  #showRoll({ html }) {
    const place = find(this.#roller, ".fb-result", HTMLElement);
    place.hidden = false;
    place.replaceChildren(...parseHarmless(html).childNodes);
    place.querySelector("details.fb-how")?.setAttribute("open", "");
  }

  /** @param {Answer} answer */
  #showOdds({ comparison, said }) {
    this.toggleAttribute("outdated", comparison === undefined);
    if (comparison === undefined) return;
    this.#odds.replaceChildren(...parseHarmless(comparison).childNodes);
    if (this.#chance.textContent !== said) this.#chance.textContent = said;
  }

  #compareSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const round = (this.#round += 1);
      const answer = await this.#answer("compare", [RULE, this.#rule, JSON.stringify(this.#params)]);
      if (round !== this.#round || answer.error) return;
      this.#showOdds(answer);
    }, PAUSE);
  }

  /**
   * Answer a question of the roller.
   * @param {string} question
   * @param {unknown[]} args
   * @returns {Promise<Answer>}
   */
  async #answer(question, args) {
    if (!this.#isDefined) {
      clearTimeout(this.#timer);
      await this.#define();
      if (!this.#isDefined) return { error: this.#problem.textContent || "This rule has a mistake." };
    }
    const answer = await this.#ask(question, ...args);
    if (answer.line) this.#showProblem(answer.line, answer.error ?? "");
    return answer;
  }

  /** @param {unknown[]} question @returns {Promise<Answer>} */
  async #ask(...question) {
    try {
      const answer = await this.#worker.ask(...question);
      checkAnswer(answer);
      return answer;
    } catch (error) {
      return { error: `This couldn't be worked out: ${toFailure(error).message}.` };
    }
  }

  /** @param {number} line @param {string} sentence */
  #showProblem(line, sentence) {
    this.#editor?.mark(line, sentence);
    const text = line ? `Line ${line}: ${sentence}` : sentence;
    this.#problem.hidden = !sentence;
    if (this.#problem.textContent !== text) this.#problem.textContent = text;
  }
}

/**
 * Return the title and the source of a printed rule, or null if they can't be loaded.
 * @param {string} rule
 * @returns {Promise<{ title: string, source: string } | null>}
 */
async function readPrinted(rule) {
  try {
    const sources = JSON.parse(await fetchText(resolveAddress(`assets/workbench/${rule.split(".")[0]}.json`)));
    return sources[rule] ?? null;
  } catch (error) {
    console.warn(error);
    return null;
  }
}
