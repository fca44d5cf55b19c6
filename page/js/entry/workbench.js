// Script for the workbench with its editor, loaded by the page that has it.
import { Workbench } from "../features/workbench/rule-bench.js";

customElements.define("fb-workbench", Workbench);
