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
import { saveAs, saveZip } from "../../components/save-file.js";
import { listDrafts, readDraft, storeDraft } from "../../components/rule-drafts.js";
import { Editor } from "./editor.js";
import { sortByLikeness } from "./likeness.js";
import { checkAnswer, parseHarmless } from "./harmless.js";
import { RuleWorker } from "./rule-worker.js";

const GAME = "workbench"; // the slug under which the page rolls the reader's rule
const RULE = `${GAME}.rule`;
const PAUSE = 60; // milliseconds without a key before the rule is defined again
const LARGEST = 200_000; // characters of a file
const ADDRESS = /^#rule=([\w.-]*)$/;
const TEMPLATE = "template"; // the name of the file of a new rule
const OUTDATED = "From your last version that ran.";
const PRINTED = "This is the printed rule. Run yours to see it.";
const BEGINNING = "This is the template. Run yours to see it.";
const HINT = "Tab leaves the editor. Enter keeps the indentation, Control and ] indents a line.";

/**
 * @typedef {import("./rule-worker.js").Answer} Answer
 * @typedef {{ title: string, source: string, form: string, comparison: string, said: string, roll?: { html: string } }} Printed
 *   a printed rule, or the template, as the build has worked it out
 * @typedef {{ line: number, error: string, is_warning?: boolean }} Problem
 */

export class Workbench extends HTMLElement {
  /** @type {Editor | null} */
  #editor = null;
  #worker = new RuleWorker(() => (this.#isDefined = false));
  /** The printed rule's id, or "". */
  #rule = "";
  /** The printed rule, or the template. @type {Printed | null} */
  #printed = null;
  /** True while the results are those of `#printed`. */
  #showsPrinted = false;
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
  #note = make("p", { className: "fb-bench-note", hidden: true });
  #paper = make("pre", { className: "fb-bench-paper" });
  #game = makeButton("fb-add", "Save as a game");
  #roller = make("div", { className: "fb-bench-roller" });
  #odds = make("div", { className: "fb-bench-odds" });
  #drafts = make("p", { className: "fb-bench-drafts" });

  connectedCallback() {
    if (this.#editor) return;
    const { signal } = this.#end;
    this.#editor = new Editor(this.#code, "The rule, in Python", HINT, (text) => this.#handleEdit(text));
    const save = makeButton("fb-add", "Save as a file");
    const file = make("input", { type: "file", accept: ".py,text/x-python", className: "fb-sheets-file" });
    const open = make("label", { className: "fb-add fb-sheets-import" }, "Open a file", file);
    const tools = make("div", { className: "fb-bench-tools" }, this.#run, this.#back, save, this.#game, open);
    const left = make("div", { className: "fb-bench-left" }, this.#head, this.#code, this.#paper, this.#problem, tools);
    left.append(this.#progress, this.#drafts);
    const right = make("section", { className: "fb-bench-right", "aria-label": "Result" });
    right.append(this.#note, this.#chance, this.#roller, this.#odds);
    this.replaceChildren(left, right);
    this.#run.addEventListener(
      "click",
      ignoreRepeats(() => this.#start()),
    );
    this.#back.addEventListener("click", () => this.#goBack());
    save.addEventListener("click", () => saveAs(this.#rule || "rule", this.#editor?.text ?? "", "py"));
    this.#game.addEventListener(
      "click",
      ignoreRepeats(() => this.#saveGame()),
    );
    addEventListener("beforeprint", () => this.#paper.replaceChildren(this.#editor?.text ?? ""), { signal });
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
    /** @type {Record<string, string> | null} */
    const titles = rule ? await readFile("rules") : null; // a wrong id would be an error in the console
    const isUnknown = titles !== null && !(rule in titles);
    /** @type {Printed | null} */
    const found = isUnknown ? null : await readFile(rule || TEMPLATE);
    if (round !== this.#round) return;
    const draft = readDraft(rule);
    this.#rule = rule;
    this.#printed = found;
    this.#head.textContent = `${found?.title ?? rule}${draft === null ? "" : ", your draft"}`;
    this.#take(draft ?? found?.source ?? "");
    if (found) await this.#showPrinted(found);
    else if (titles && isUnknown) this.#offerRules(rule, titles);
    else this.#showProblem(`“${rule || "A new rule"}” couldn't be loaded. Check your connection, and reload the page.`);
  }

  /** @param {string} rule an id that no rule has @param {Record<string, string>} titles by id */
  #offerRules(rule, titles) {
    this.#head.textContent = "Which rule?";
    this.#chance.textContent = `There is no rule “${rule}” here. These can be changed, the most similar first:`;
    const links = sortByLikeness(rule, Object.entries(titles)).map(([id, title]) =>
      make("li", {}, make("a", { href: `#rule=${id}` }, `${title} (${id})`)),
    );
    this.#odds.replaceChildren(make("ul", {}, ...links, make("li", {}, make("a", { href: "#rule=" }, "A new rule"))));
  }

  /** Show the results of the printed rule, which need no Python. @param {Printed} printed */
  async #showPrinted({ form, roll, ...answer }) {
    this.#showsPrinted = true;
    this.#showForm(form, {});
    if (roll) this.#showRoll(roll);
    this.#showOdds(/** @type {Answer} */ (answer));
    this.#drawNote();
    if (!this.#isCompiled) return;
    const round = this.#round;
    const rolled = await runtime.ask("roll", this.#rule, "{}", String(this.#seed)).catch(() => null);
    if (rolled?.html && this.#showsPrinted && round === this.#round) this.#showRoll(rolled);
  }

  /** True if the page answers about the printed rule without Python. */
  get #isCompiled() {
    return this.#rule !== "" && !COMPILED_RULES.leftOut.includes(this.#rule);
  }

  /** Say which text the results are of, unless they are those of the editor's. */
  #drawNote() {
    const isUnchanged = this.#editor?.text === this.#printed?.source;
    const note = !this.#showsPrinted ? OUTDATED : this.#rule ? PRINTED : BEGINNING;
    const isHidden = this.#showsPrinted ? isUnchanged : !this.hasAttribute("outdated");
    this.#note.hidden = isHidden || !this.#form;
    if (this.#note.textContent !== note) this.#note.textContent = note;
  }

  /** Show a text that doesn't run until the reader asks for it. @param {string} text */
  #take(text) {
    clearTimeout(this.#timer);
    this.#round += 1;
    this.#isAsked = false;
    this.#isDefined = false;
    this.#showsPrinted = false;
    this.#form = "";
    this.#editor?.show(text);
    this.#showProblem("");
    for (const place of [this.#roller, this.#odds]) place.replaceChildren();
    this.removeAttribute("outdated");
    this.#chance.textContent = this.#rule
      ? "Run it to see its form, a roll, and its odds beside the printed rule’s."
      : "Run it to see its form, a roll and its odds.";
    this.#drawTools();
    this.#drawNote();
  }

  #drawTools() {
    const isRunning = this.#isAsked;
    this.#run.textContent = isRunning ? "Run again" : `Run (${PYTHON_FILES.megabytes} MB)`;
    if (this.#isReady) this.#run.textContent = isRunning ? "Run again" : "Run";
    this.#back.textContent = this.#rule ? "Back to the printed rule" : "Back to the template";
    this.#back.hidden = !this.#printed || this.#editor?.text === this.#printed.source; // it may not have been loaded
    this.#game.hidden = !this.#isReady;
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
        this.#showProblem(`Python couldn't start: ${message}. Your text is saved.`);
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
    this.#storeDraft(text);
    this.#drawTools();
    clearTimeout(this.#timer);
    this.#isDefined = false;
    if (this.#form && !this.#showsPrinted) this.setAttribute("outdated", "");
    this.#drawNote();
    if (this.#isAsked && this.#isReady) this.#timer = setTimeout(() => this.#define(), PAUSE);
  }

  #goBack() {
    const printed = this.#printed;
    if (!printed) return;
    this.#storeDraft(printed.source);
    const isAsked = this.#isAsked;
    this.#take(printed.source);
    this.#head.textContent = printed.title;
    this.#showPrinted(printed);
    this.#isAsked = isAsked; // the printed rule isn't from elsewhere
    this.#drawTools();
    if (isAsked && this.#isReady) this.#define();
  }

  /** Store the draft; a text like the printed one needs none. @param {string} text */
  #storeDraft(text) {
    storeDraft(this.#rule, text, this.#printed?.source ?? "");
  }

  /** @param {File} file */
  async #openFile(file) {
    if (file.size > LARGEST) {
      this.#showProblem(`${file.name} is larger than ${LARGEST / 1000} kB, which is more than a rule has.`);
      return;
    }
    this.#take(await file.text());
    this.#storeDraft(this.#editor?.text ?? "");
    this.#drawTools();
    say(`${file.name} is open. Read it before you run it.`);
  }

  /** Save the files of a new game with the rule. */
  async #saveGame() {
    const answer = await this.#ask("save", this.#editor?.text ?? "", this.#rule);
    if (answer.zip) await saveZip(`${answer.slug}.zip`, answer.zip);
    else this.#showProblem(answer.error ?? "", answer.line);
  }

  /** The form's values that differ from the rule's defaults. */
  get #params() {
    const form = this.#roller.querySelector("form");
    return form ? values.readChangedValues(form) : {};
  }

  /** Define the rule and show its form, a roll and its odds; then check it. */
  async #define() {
    const round = (this.#round += 1);
    const params = this.#params;
    const text = this.#editor?.text ?? "";
    const answer = await this.#ask("define", text, this.#rule, JSON.stringify(params), this.#seed);
    if (round !== this.#round) return;
    this.#isDefined = answer.form !== undefined;
    this.#showProblem(answer.error ?? "", answer.line);
    try {
      if (answer.form && (!answer.error || !this.#form || this.#showsPrinted)) this.#showForm(answer.form, params);
      if (answer.form) this.#showsPrinted = false;
      if (answer.roll) this.#showRoll(answer.roll);
      this.#showOdds(answer);
      this.#drawNote();
    } catch (error) {
      this.#showProblem(error instanceof Error ? `${error.message}.` : String(error));
    }
    if (!answer.error) await this.#check(text, round);
  }

  /** Show what else is wrong with the rule, such as chance that isn't its dice's. @param {string} text @param {number} round */
  async #check(text, round) {
    const { problems } = await this.#ask("check", text, this.#rule);
    if (round === this.#round && problems?.length) this.#showProblems(problems);
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
      const params = JSON.stringify(this.#params);
      const answer = this.#showsPrinted
        ? await this.#answer("odds", [RULE, params])
        : await this.#answer("compare", [RULE, this.#rule, params]);
      if (round !== this.#round || answer.error) return;
      this.#showOdds({ ...answer, comparison: answer.comparison ?? answer.html });
    }, PAUSE);
  }

  /**
   * Answer a question of the roller.
   * @param {string} question
   * @param {unknown[]} args
   * @returns {Promise<Answer>}
   */
  async #answer(question, args) {
    if (this.#showsPrinted && !(this.#isAsked && this.#isReady)) {
      if (this.#isCompiled) return runtime.ask(question, this.#rule, ...args.slice(1));
      return { error: "Run it to roll: that loads Python once." };
    }
    if (!this.#isDefined) {
      clearTimeout(this.#timer);
      await this.#define();
      if (!this.#isDefined) return { error: this.#problem.textContent || "This rule has a mistake." };
    }
    const answer = await this.#ask(question, ...args);
    if (answer.line) this.#showProblem(answer.error ?? "", answer.line);
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

  /** @param {string} sentence @param {number} [line] */
  #showProblem(sentence, line = 0) {
    this.#showProblems(sentence ? [{ line, error: sentence }] : []);
  }

  /** Mark problems in their lines, and say them. @param {Problem[]} problems */
  #showProblems(problems) {
    this.#editor?.mark(problems);
    const text = problems.map(({ line, error }) => (line ? `Line ${line}: ${error}` : error)).join("\n");
    this.#problem.hidden = !text;
    if (this.#problem.textContent !== text) this.#problem.textContent = text;
  }
}

/**
 * Return the data of a file of the workbench, or null if it can't be loaded.
 * @param {string} name
 * @returns {Promise<any>}
 */
async function readFile(name) {
  try {
    return JSON.parse(await fetchText(resolveAddress(`assets/workbench/${name}.json`)));
  } catch (error) {
    console.warn(error);
    return null;
  }
}
