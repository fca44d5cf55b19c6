// Answers of page scripts that load the grammar of rare notation when a text needs it, as lines of JSON.
globalThis.COMPILED_RULES = { folder: process.argv[2], parts: {}, leftOut: [] };
const { answerWithGames } = await import(process.argv[3]);
for (const question of JSON.parse(process.argv[4])) console.log(await answerWithGames(question[0], question.slice(1)));
