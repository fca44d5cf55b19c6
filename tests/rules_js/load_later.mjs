// Answers of page scripts that load what few questions need when one needs it, as lines of JSON.
const [folder, parts, script, questions] = process.argv.slice(2);
globalThis.COMPILED_RULES = { folder, parts: JSON.parse(parts), leftOut: [] };
const { answerWithGames } = await import(script);
for (const question of JSON.parse(questions)) console.log(await answerWithGames(question[0], question.slice(1)));
