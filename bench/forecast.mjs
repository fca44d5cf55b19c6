// Answers one forecast with the compiled rules of a folder, and prints the CPU seconds that it took in a new process.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...question] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${folder}/${file}`).href);
const { answer } = await load("runtime.js");
for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) await load(file);
const [id, events, tactics, seed, fights] = question;
const before = process.cpuUsage();
answer("forecast", [id, events, tactics, Number(seed), Number(fights)]);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6);
