// Stores hostile texts under every key that the site reads, in valid and invalid formats, and malformed records.
async ([texts, markup, sheet]) => {
  const page = async (path) => new DOMParser().parseFromString(await (await fetch(path)).text(), "text/html");
  const put = (name, value) => localStorage.setItem(`fieldbook:${name}`, JSON.stringify(value));
  const at = (number) => texts[number % texts.length];

  const now = Date.now();
  texts.forEach((text, number) => {
    localStorage.setItem(`fieldbook:rolled:raw-${number}`, text); // mostly not JSON
    put(`rolled:json-${number}`, text);
    const about = { title: at(number + 2), verdict: text, home: at(number + 3), given: { [text]: text }, who: text };
    const dice = [{ sides: 6, faces: [1, 2, 3], kept: [1], label: text }];
    const rolled = {
      id: text,
      params: { [text]: text },
      faces: [number % 7],
      dice,
      outcome: { total: text },
      steps: [text, at(number + 1)],
      sentence: text,
      source: text,
      about,
    };
    if (number % 4 === 0) {
      put(`rolled:${number}`, { at: now + number, game: text, sheet: text, chosen: {}, isOfFight: false, rolled });
    }
    put(`rolled:broken-${number}`, { at: text, game: 1, rolled: { about: { title: text }, dice: [{ faces: text }] } });
  });
  put(
    "rolls",
    texts.map((text, number) => ({ sentence: text, at: number % 2 ? text : number, source: text })),
  );

  const formula = (text) => ({ notation: text, plan: ["dice", 1, 6] });
  put("last-formulas", [
    ...texts.map((text) => ({ notation: text, plan: ["dice", 1e9, text] })),
    ...texts.slice(0, 3).map(formula),
  ]);
  for (const name of [
    "tray-game",
    "screen-used",
    "screen-on:psiops",
    "screen-on:",
    "screen-paper",
    "in-use:psiops",
    "full-runtime",
  ])
    put(name, markup[0]);

  const html = markup.join("");
  for (const calculator of (await page("/psiops/calc/")).querySelectorAll("fb-calc")) {
    put(`answers:${calculator.getAttribute("calculator")}`, {
      edition: calculator.getAttribute("edition"),
      answers: [["", { html, summary: markup[1], said: markup[2] }], 1, null],
    });
  }
  put("last:psiops.character", { answer: { html, roll: { faces: [1] } }, values: { [texts[0]]: texts[1] } });
  const somebody = (text, key) => ({ key, name: text, params: key % 2 ? text : "{}", faces: text, problem: text });
  const order = {
    entries: texts.slice(0, 40).map((text, key) => ({ ...somebody(text, key), total: key, tie: null })),
    joining: texts.slice(40, 60).map((text, key) => somebody(text, key + 99)),
    turn: 0,
    round: 1,
  };
  for (const { id } of (await page("/psiops/combat/")).querySelectorAll("fb-order")) put(id, order);

  const { keep } = await import("/assets/js/entry/play.js");
  await keep.addAll(
    texts
      .filter((_, number) => number % 6 === 0)
      .flatMap((text) => [
        ["formulas", { game: "", name: text, data: formula(text) }],
        ["formulas", { game: text, name: text, data: text }],
        ["rolls", { game: text, name: text, data: { at: text, rolled: text } }],
        ["sheets", { game: "psiops", name: text, data: sheet }],
      ]),
  );

  // Records that another version or an extension might have written without checks.
  const tile = { kind: "note", width: 4, height: 0, folded: false };
  const screen = (...tiles) => ({ screen: 1, tiles });
  const wrongId = (number) => `00000000-0000-4000-8000-00000000000${number}`;
  const wrong = {
    sheets: [
      null,
      {},
      7,
      { sheet: "psiops.operative" },
      { sheet: "psiops.constructor", fields: {} },
      { ...sheet, fields: { skills: 5, weapons: [null] } },
    ],
    fights: [null, {}, { fight: "psiops", events: "none" }, { fight: "psiops", events: [null] }],
    screens: [
      null,
      {},
      { screen: 2, tiles: [] },
      screen(
        null,
        { ...tile, key: "c", kind: "constructor", title: "Wrong" },
        { ...tile, key: "n", title: "Right", text: "A note" },
        { ...tile, key: "f", kind: "fight", title: "Fight", fight: wrongId(0) },
      ),
    ],
    rolls: [null, {}, { at: now, rolled: null }],
    formulas: [null, {}, { notation: "d6", plan: ["constructor", 1, 6] }],
  };
  const database = await new Promise((opened, failed) => {
    const request = indexedDB.open("fieldbook");
    Object.assign(request, { onsuccess: () => opened(request.result), onerror: () => failed(request.error) });
  });
  const transaction = database.transaction(Object.keys(wrong), "readwrite");
  for (const [store, all] of Object.entries(wrong)) {
    all.forEach((data, number) => {
      const frame = number
        ? { name: `Wrong ${number}`, changed: now + number, revision: 1 }
        : { changed: "long ago", from: 7, typed: [] };
      transaction.objectStore(store).put({ id: wrongId(number), game: "psiops", data, ...frame });
    });
  }
  await new Promise((done, failed) => Object.assign(transaction, { oncomplete: done, onabort: failed }));
  database.close();
};
