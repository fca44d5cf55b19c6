"""Handler for the past of a fight: its log as a record, edits of it that aren't accepted yet, and a replay."""

import json

from rules_py.bridge.answers import Answer, answers, find_no_parameters
from rules_py.bridge.fights import read_stored_fight
from rules_py.scheduling import run_own, run_step


@answers(find_no_parameters)
def past(id: str, events: str, view: str = "{}", seed: int | None = None) -> Answer:
    """Return the board of a fight with its open log, after the edits in a view; the id is `slug.fight`.

    The answer has the events of the new log from number `start` on; those before stay. Nothing is accepted by asking.
    It has the record as text and as Markdown, too.

    Args:
        events: the events of the old log, as JSON.
        view: what the table looks at; `edits`, `event`, `person`, `before` and `slide` are about the past.
        seed: seeds the new rolls of the edits.
    """
    from rules_py.play.board.record import write_markdown, write_text
    from rules_py.play.board.view import read_view
    from rules_py.play.fight.revision import read_edits, revise_before_in_steps, revise_in_steps
    from rules_py.rendering.fights import NAME, render_fight
    from rules_py.rendering.fights.past import render_insertion, render_record, render_revision, render_slide
    from rules_py.rendering.fights.summary import summarize_fight

    fought = read_stored_fight(id.partition(".")[0], events)
    shown = read_view(json.loads(view))
    edits = read_edits(shown.get("edits") or [])
    revision = run_own("revision", lambda: revise_in_steps(fought, edits, seed)) if edits else None
    after = revision.fight if revision is not None else fought
    is_open = shown.get("open") == "log"
    log = run_step("record", lambda: render_record(fought, shown, edits, revision)) if is_open else ""
    if shown.get("before"):
        then = run_own("before", lambda: revise_before_in_steps(fought, edits, str(shown["before"]), seed))
        html = render_insertion(fought, str(shown["before"]), render_fight(then, shown))
    elif shown.get("slide"):
        html = render_slide(fought, shown["slide"], shown)
    elif revision is not None:
        html = render_revision(fought, revision, shown, edits, log)
    else:
        html = render_fight(fought, shown, log)
    name, person = str(shown.get("name") or NAME), str(shown.get("person") or "")
    return {
        "start": revision.start if revision is not None else len(fought.log),
        "events": list(revision.events) if revision is not None else [],
        "html": html,
        "said": "" if revision is None else "; ".join(each.describe() for each in revision.differences),
        "summary": summarize_fight(after),
        "text": run_step("text", lambda: write_text(fought, name, person)),
        "markdown": run_step("markdown", lambda: write_markdown(fought, name, person)),
    }
