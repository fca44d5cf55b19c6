// Script for the workbench with its editor, loaded by the page that has it.
import { addStyles } from "#shared";
import { Workbench } from "../features/workbench/rule-bench.js";

await addStyles("workbench");
customElements.define("fb-workbench", Workbench);
