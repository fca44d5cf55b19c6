"""Checks and actions for every page, as functions that run in the page."""

ROLL_EVERYTHING = """async () => {
    const told = [];
    const answered = (place, selector) => new Promise((done) => {
        const look = () => place.querySelector(selector);
        if (look()) return done(look());
        new MutationObserver((_, observer) => look() && (observer.disconnect(), done(look())))
            .observe(place, { childList: true, subtree: true });
    });
    for (const element of document.querySelectorAll(":is(fb-roller, fb-order, fb-table[die]):not(dialog *)")) {
        const name = element.id || element.getAttribute("table");
        const result = element.querySelector(".fb-result, .fb-table-result");
        // Answers come in the order of the questions: by now, whatever rolled by itself would show.
        const before = result.textContent.trim();
        element.querySelector(element.matches("fb-table") ? ".fb-table-bar .fb-roll" : ".fb-actions .fb-roll").click();
        const answer = await answered(result, ".fb-headline, .fb-error");
        told.push({ name, before, refusal: answer.matches(".fb-error") ? answer.textContent : "" });
    }
    const chips = [...document.querySelectorAll("fb-die")].map((chip) => [chip, chip.textContent]);
    for (const [chip, before] of chips) {
        const name = chip.getAttribute("notation");
        chip.querySelector("button").click();
        const total = await answered(chip, ".fb-die-result b");
        told.push({ name, before: before.replace(chip.querySelector("button").textContent, ""),
                    refusal: /^[-\\u2212]?\\d+(?:$|,? \\w)/.test(total.textContent) ? "" : chip.textContent });
    }
    return told;
}"""

OPEN_EVERYTHING = """() => {
    document.querySelectorAll("details").forEach((each) => { each.open = true; });
    document.querySelectorAll(".fb-own-open[aria-expanded=false]").forEach((each) => each.click());
    document.querySelectorAll("fb-list .fb-add").forEach((each) => each.click());
    document.activeElement.blur();
}"""

STICKS_OUT = """() => {
    const page = document.scrollingElement;
    const found = page.scrollWidth > page.clientWidth
        ? [`the page is ${page.scrollWidth} wide on ${page.clientWidth}`] : [];
    const scrolls = (element) => element.closest(".fb-scroll, .fb-offers, .md-typeset__scrollwrap, pre, .fb-hidden");
    for (const element of document.querySelectorAll(".md-content *")) {
        const box = element.getBoundingClientRect();
        const inView = box.width && box.height && !scrolls(element) && element.checkVisibility();
        if (inView && (box.right > page.clientWidth + 1 || box.left < -1)) found.push(element.outerHTML.slice(0, 120));
    }
    return found.slice(0, 5);
}"""

TWICE_AS_LARGE = "(is) => { document.documentElement.style.fontSize = is ? '250%' : ''; }"  # the theme uses 125%
CUT_OFF = """() => [...document.querySelectorAll(".md-content :is(button, summary, select, .fb-stepper)")]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).overflow !== "visible"
        && (each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + 2))
    .map((each) => `${each.scrollWidth} x ${each.scrollHeight} in ${each.clientWidth} x ${each.clientHeight}: `
        + each.outerHTML.slice(0, 120)).slice(0, 5)"""
"""Script that finds controls whose text is clipped."""

OVERLAPS = """() => {
    const boxes = [], range = document.createRange(), clear = new Map();
    const words = document.createTreeWalker(document.querySelector(".md-content"), NodeFilter.SHOW_TEXT);
    const sticks = (element) => element
        && (["sticky", "fixed"].includes(getComputedStyle(element).position) || sticks(element.parentElement));
    const isClipped = (element) => element
        && (getComputedStyle(element).clipPath !== "none" || isClipped(element.parentElement));
    const scrolls = (box) => box && box.scrollWidth > box.clientWidth + 1;
    const layer = (element) => element.closest(".fb-drawer, .fb-log-open"); // these lie over a board
    const windows = new Map();
    const findWindow = (element) => { // where text of the element shows: the rest of it is scrolled to
        if (!element || element.matches("html, body")) { // the page scrolls
            return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
        }
        if (!windows.has(element)) {
            const outer = findWindow(element.parentElement), { overflow, display } = getComputedStyle(element);
            const own = element.getBoundingClientRect();
            windows.set(element, overflow === "visible" || display === "inline" ? outer : {
                left: Math.max(outer.left, own.left), right: Math.min(outer.right, own.right),
                top: Math.max(outer.top, own.top), bottom: Math.min(outer.bottom, own.bottom),
            });
        }
        return windows.get(element);
    };
    const isClear = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && element.clientWidth !== 1 && !sticks(element) && !isClipped(element)
        && !scrolls(element.closest(".fb-scroll"))
        && !element.closest(".fb-hidden, .fb-slots, .md-typeset__scrollwrap, pre, svg");
    while (words.nextNode()) {
        const { data, parentElement: owner } = words.currentNode;
        if (!data.trim()) continue;
        if (!clear.has(owner)) clear.set(owner, isClear(owner));
        if (!clear.get(owner)) continue;
        range.selectNodeContents(words.currentNode);
        const shown = findWindow(owner);
        for (const box of range.getClientRects()) {
            const spare = (box.bottom - box.top) / 3; // between the letters of two lines
            const [left, right] = [Math.max(box.left, shown.left), Math.min(box.right, shown.right)];
            const [top, bottom] = [Math.max(box.top + spare, shown.top), Math.min(box.bottom - spare, shown.bottom)];
            if (right - left > 2 && bottom > top) boxes.push({ left, right, top, bottom, owner, data });
        }
    }
    boxes.sort((one, other) => one.top - other.top);
    const found = new Set();
    boxes.forEach((one, at) => {
        for (let next = at + 1; boxes[next]?.top < one.bottom; next += 1) {
            const other = boxes[next];
            const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            if (one.owner !== other.owner && shared > 2 && layer(one.owner) === layer(other.owner)) {
                found.add(`"${one.data.slice(0, 40)}" lies over "${other.data.slice(0, 40)}"`);
            }
        }
    });
    return [...found].slice(0, 5);
}"""
"""Script that finds text over other text, except for parts that stay in place while the page scrolls."""

BROKEN_WORDS = """() => {
    const found = [], range = document.createRange();
    const names = ".md-content :is(a, button, summary, label, legend, h1, h2, h3, h4, th, .fb-sheet-card td)"
        + ":not(.fb-paper-rows *)";
    for (const owner of document.querySelectorAll(names)) {
        if (!owner.checkVisibility({ visibilityProperty: true }) || owner.closest(".fb-hidden")) continue;
        for (const words of owner.childNodes) {
            if (words.nodeType !== Node.TEXT_NODE) continue;
            for (const { 0: word, index } of words.data.matchAll(/[\\p{L}\\p{N}]{2,}/gu)) {
                range.setStart(words, index);
                range.setEnd(words, index + word.length);
                const lines = new Set([...range.getClientRects()].filter(({ width }) => width).map(({ y }) => y));
                if (lines.size > 1 && owner.clientWidth !== 1) found.push(`${word} in ${owner.outerHTML.slice(0, 80)}`);
            }
        }
    }
    return found.slice(0, 5);
}"""
"""Script that finds broken words in controls, headings and sheets, where words must stay whole.

Tables on printed pages are exempt, because they may be narrow.
"""

ROOM = (STICKS_OUT, CUT_OFF, OVERLAPS)
"""Checks that everything has enough room, with letters of any size."""

SMALL_TARGETS = """(kinds) => {
    const least = 43.5, found = [];
    const block = (element) => element.closest("p, li, dd, td");
    // A link among the words of a sentence may be as high as its line (WCAG 2.5.8).
    const isInText = (link) => {
        const copy = (link.closest("p, li, dd, td, th, h1, h2, h3, h4, caption") ?? link.parentElement).cloneNode(true);
        const others = "a, button, select, input, svg, [aria-hidden], .fb-hidden";
        copy.querySelectorAll(others).forEach((each) => each.remove());
        return /[\\p{L}\\p{N}]/u.test(copy.textContent);
    };
    // A label's control, or a neighbouring die of the same sentence: lines of text are closer than thumbs.
    const owns = (target, seen) => seen && (target.contains(seen) || seen.closest("label")?.control === target
        || target.labels && [...target.labels].some((label) => label.contains(seen))
        || target.closest("fb-die") && seen.closest("fb-die") && block(target) === block(seen));
    for (const target of document.querySelectorAll(kinds)) {
        if (!target.checkVisibility({ visibilityProperty: true }) || target.closest(".fb-hidden")) continue;
        if (target.matches("a:not(.fb-to-row)") && isInText(target)) continue;
        const box = target.getBoundingClientRect();
        if (box.width >= least && box.height >= least) continue;
        // The ink is smaller: what counts is the area, which a padding or a pseudo-element may enlarge.
        target.scrollIntoView({ block: "center" });
        const here = target.getBoundingClientRect();
        const [x, y] = [here.left + here.width / 2, here.top + here.height / 2];
        const reach = (dx, dy) => {
            const hits = (far) => x + dx * far < 0 || x + dx * far >= innerWidth
                ? far < least / 2 : owns(target, document.elementFromPoint(x + dx * far, y + dy * far));
            let far = 0;
            while (far < least && hits(far + 1)) far += 1;
            return far;
        };
        const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
        if (Math.min(width, height) < 43) {
            const where = target.closest("tr, fb-roller, fb-order, p, li")?.id
                || target.closest("p, li, td")?.textContent.slice(0, 40);
            found.push(`${target.outerHTML.slice(0, 80)} in ${where}: `
                + `${Math.round(box.width)} x ${Math.round(box.height)}, `
                + `a thumb hits ${width} x ${height}`);
        }
    }
    return found;
}"""
DICE = ".md-content fb-die button"
CONTROLS = ":is(button, input:not([type=hidden]), select, summary, a[href]):not(fb-die *, .md-skip, .md-option)"
