"""The teacher's pages of a class: begin it, lead it, look at it, clear it away; and nobody else sees any of them."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper.classroom import ACTIONS, Action, Pace, may_lead
from scorekeeper.quiz.questions.score import ScoreQuestion
from scorekeeper.rules.wording import number
from scorekeeper.store import KeptSet, find_class, find_set
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.pupils import Pupil, Room, main_words, make_sheets, start
from tests.web.tables import new_id

LETTERS = "ABCD"


@pytest.fixture
def sheets(app: OpenAPI) -> KeptSet:
    """Four questions on two sheets, of three kinds."""
    return make_sheets(app)


def begin(client: Phone, made: KeptSet, pace: str, **more: str) -> str:
    """A class begun by the form; gives its key."""
    sent = client.send_form("/class", code=made.key_code, pace=pace, write_id=new_id(), **more)
    assert sent.status_code == 302, main_words(sent.text)
    return str(sent.headers["Location"].rpartition("/")[2])


def kept_under(client: Phone, key: str) -> Any:
    with client.application.app_context():
        return find_class(store(), key)


def form_of(page: str) -> dict[str, str]:
    """The hidden fields of the form by which a class is led."""
    form = re.search(r'<form class="board-lead".*?</form>', page, re.DOTALL)
    assert form is not None
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))


def buttons_of(page: str) -> set[str]:
    return set(re.findall(r'name="action" value="([^"]+)"', page))


def lead(client: Phone, room: Room, action: str, **changed: str) -> Any:
    """Press a button of the board as it is now."""
    fields = {**form_of(client.get(f"/class/{room.key}").text), "action": action, **changed}
    return client.post(f"/class/{room.key}/lead", data=fields)


# --- beginning --------------------------------------------------------------------------------------------------------


def test_a_class_is_begun_with_a_set_of_this_device_and_found_again(client: Phone) -> None:
    made = client.send_form("/sets", house="worksheet", level="3", size="2", variants="2", kinds="score")
    code = made.headers["Location"].rpartition("/")[2]
    assert f'href="/class?set={code}"' in client.get(f"/sets/{code}").text
    form = client.get(f"/class?set={code}")
    assert re.search(rf'<option value="{code}" selected>', form.text)
    write_id = new_id()
    sent = client.send_form("/class", own=code, code="", pace="practice", sheets="different", write_id=write_id)
    address = sent.headers["Location"]
    assert client.get(address).status_code == 200
    # The same form again is the same class, and it stands on this device's list, on no other's.
    again = client.send_form("/class", own=code, code="", pace="practice", sheets="different", write_id=write_id)
    assert again.headers["Location"] == address
    assert client.get("/class").text.count(f'href="{address}"') == 1
    assert address not in client.application.test_client().get("/class").text


def test_the_pages_that_everybody_sees_lead_there(client: Phone, sheets: KeptSet) -> None:
    start_page = client.get("/").text
    assert 'href="/class"' in start_page
    assert 'href="/join"' in start_page
    assert "/class?set=" in client.get(f"/sets/{sheets.key_code}").text
    assert "/class?set=" not in client.get(f"/sets/{sheets.questions.code}").text


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        pytest.param({"code": ""}, "code", "choose one of your sets", id="no set"),
        pytest.param({"code": "nonsense"}, "code", "code", id="no code"),
        pytest.param({"code": "2222-2222-2222"}, "code", "there is no set with this code", id="nobody's code"),
        pytest.param({"code": "sheet"}, "code", "the code that stands on the sheets", id="the code of the sheets"),
        pytest.param({"pace": "gallop"}, "pace", "choose how", id="no pace"),
        pytest.param({"pace": "live", "homework": "on"}, "homework", "own pace", id="led at home"),
        pytest.param({"pace": "paper", "homework": "on"}, "homework", "own pace", id="paper at home"),
    ],
)
def test_what_cannot_be_begun_is_told_beside_its_box(
    client: Phone, sheets: KeptSet, changed: dict[str, str], field: str, told: str
) -> None:
    code = sheets.questions.code if changed.get("code") == "sheet" else changed.get("code", sheets.key_code)
    answer = client.send_form("/class", **{"pace": "practice", **changed, "code": code})
    assert answer.status_code == 422
    assert told in main_words(answer.text).lower()
    assert f'id="{field}-error"' in answer.text
    assert "Begun on this device" not in answer.text


@pytest.mark.parametrize(
    ("pace", "more", "variants", "phase"),
    [
        pytest.param("practice", {"sheets": "different"}, ("A1", "A2"), "lobby", id="neighbours"),
        pytest.param("practice", {"sheets": "same"}, ("A1",), "lobby", id="everybody the same"),
        pytest.param("test", {"homework": "on"}, ("A1", "A2"), "open", id="homework is open at once"),
        pytest.param("live", {"sheets": "different"}, ("A1",), "lobby", id="one sheet where the teacher leads"),
        pytest.param("paper", {"sheets": "same"}, ("A1", "A2"), "ended", id="papers are of every sheet"),
    ],
)
def test_sheets_and_phase_follow_from_what_was_chosen(
    client: Phone, sheets: KeptSet, pace: str, more: dict[str, str], variants: tuple[str, ...], phase: str
) -> None:
    session = kept_under(client, begin(client, sheets, pace, **more)).session
    assert (session.pace, session.variants, session.phase) == (pace, variants, phase)


# --- who may ----------------------------------------------------------------------------------------------------------

PAGES = (
    *("", "/question/A", "/map/A/adding", "/results.csv", "/delete"),
    *("/roster", "/papers", "/papers.csv"),
)
WRITES = ("/lead", "/delete", "/papers")


def test_no_address_of_a_class_is_forgotten_here(app: OpenAPI) -> None:
    found: dict[str, set[str]] = {"GET": set(), "POST": set()}
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("classroom.") and "key" in rule.arguments:
            path = rule.rule.removeprefix("/class/<key>").replace("<letter>", "A").replace("<rule>", "adding")
            for method in found.keys() & (rule.methods or set()):
                found[method].add(path)
    assert found == {"GET": set(PAGES), "POST": set(WRITES)}


@pytest.mark.parametrize("pace", [Pace.PRACTICE, Pace.PAPER])
def test_only_the_teachers_link_opens_anything(app: OpenAPI, client: Phone, sheets: KeptSet, pace: Pace) -> None:
    room = start(app, sheets, pace)
    assert client.get(f"/class/{room.key}").status_code == 200
    before = room.kept
    wrong = [room.code, sheets.questions.code, sheets.key_code, room.key[:-1], room.key + "x", room.key.swapcase(), "-"]
    token = {"csrf_token": client.token(), "action": "end", "based_on": str(before.led), "do": "typed", "1.A": "3"}
    for key in wrong:
        for page in PAGES:
            answer = client.get(f"/class/{key}{page}")
            assert answer.status_code == 404, page
            assert room.key not in answer.text
        for page in WRITES:
            assert client.post(f"/class/{key}{page}", data=token).status_code == 404, page
        assert client.get(f"/api/class/boards/{key}").status_code == 404
    assert room.kept == before


def test_no_pupil_is_shown_the_teachers_link(app: OpenAPI, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.PRACTICE)
    pupil = room.join()
    room.lead("begin")
    for path in ("/class", "/join", f"/join/{room.code}", pupil.path, f"/api/class/{room.code}"):
        answer = pupil.phone.get(path)
        assert room.key not in answer.text
        assert sheets.key_code not in answer.text


# --- the lobby --------------------------------------------------------------------------------------------------------


def test_the_lobby_shows_the_code_and_nobodys_name(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.PRACTICE)
    pupils = [room.join() for _ in range(3)]
    page = client.get(f"/class/{room.key}", base_url="https://golf.example.org").text
    assert f"{room.code[:3]} {room.code[3:]}" in page.replace('<span class="board-code__gap"></span>', " ")
    assert "golf.example.org/join" in page
    assert f'aria-label="QR code: https://golf.example.org/join/{room.code}"' in page
    assert "3 have joined" in main_words(page)
    assert "Other devices cannot join" not in page
    for pupil in pupils:
        assert pupil.kept.seat.name not in page
        assert pupil.kept.return_code not in page


def test_an_address_of_this_machine_only_is_warned_of(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.PRACTICE)
    for _ in range(2):  # in the lobby, and on the board
        assert "localhost means something else" in main_words(client.get(f"/class/{room.key}").text)
        if room.kept.session.phase == "lobby":
            room.lead("begin")


def test_homework_shows_how_to_join_on_its_board(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.TEST, homework=True)
    unfolded = re.compile(r'<details class="fold sheet" id="way-in" open>')
    page = client.get(f"/class/{room.key}").text
    assert unfolded.search(page)
    assert f"/join/{room.code}" in page
    room.join()
    assert not unfolded.search(client.get(f"/class/{room.key}").text)


# --- leading ----------------------------------------------------------------------------------------------------------

BEFORE: dict[str, tuple[Pace, tuple[Action, ...]]] = {
    "lobby": (Pace.PRACTICE, ()),
    "locked lobby": (Pace.LIVE, ("lock",)),
    "practice": (Pace.PRACTICE, ("begin",)),
    "paused test": (Pace.TEST, ("begin", "pause")),
    "over": (Pace.TEST, ("begin", "end")),
    "first question": (Pace.LIVE, ("begin",)),
    "revealed": (Pace.LIVE, ("begin", "reveal")),
    "paused question": (Pace.LIVE, ("begin", "next", "pause")),
    "last question": (Pace.LIVE, ("begin", "next", "next", "next")),
    "last revealed": (Pace.LIVE, ("begin", "next", "next", "next", "reveal")),
}


@pytest.mark.parametrize("name", BEFORE)
def test_every_action_in_every_phase(app: OpenAPI, client: Phone, sheets: KeptSet, name: str) -> None:
    pace, actions = BEFORE[name]
    for action in ACTIONS:
        room = start(app, sheets, pace).lead(*actions)
        before = room.kept
        page = client.get(f"/class/{room.key}").text
        can = may_lead(before.session, action)
        assert (action in buttons_of(page)) is can, "there is a button for what can be done, and for nothing else"
        fields = {"csrf_token": client.token(), "write_id": new_id(), "based_on": str(before.led), "action": action}
        answer = client.post(f"/class/{room.key}/lead", data=fields, follow_redirects=True)
        assert answer.status_code == 200
        assert ("Nothing was changed" in answer.text) is not can
        assert (room.kept.session != before.session) is can
        # Once more, as by a second tap: nothing more happens, and nothing is complained of.
        done = room.kept
        again = client.post(f"/class/{room.key}/lead", data=fields, follow_redirects=True)
        assert again.status_code == 200
        assert room.kept == done


def test_a_button_of_an_older_board_does_no_harm(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE).lead("begin")
    old = {**form_of(client.get(f"/class/{room.key}").text), "action": "next"}
    assert lead(client, room, "next").status_code == 302
    assert client.post(f"/class/{room.key}/lead", data=old).status_code == 302
    assert room.kept.session.at == 1, "two boards, each pressed once on the same question, are one question further"


@pytest.mark.parametrize(
    "changed", [{"action": "dance"}, {"action": ""}, {"based_on": ""}, {"based_on": "-1"}, {"based_on": "9" * 5000}]
)
def test_nonsense_is_refused(app: OpenAPI, client: Phone, sheets: KeptSet, changed: dict[str, str]) -> None:
    room = start(app, sheets, Pace.LIVE)
    before = room.kept
    assert lead(client, room, **{"action": "begin", **changed}).status_code == 400
    assert room.kept == before


def test_leading_from_the_view_of_ones_own_stays_there(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE).lead("begin")
    own = form_of(client.get(f"/class/{room.key}?view=own").text)
    answer = client.post(f"/class/{room.key}/lead", data={**own, "action": "reveal"})
    assert answer.headers["Location"].endswith("?view=own")
    assert "view=own" not in lead(client, room, "next").headers["Location"]


# --- the board --------------------------------------------------------------------------------------------------------


def class_at_work(app: OpenAPI, sheets: KeptSet, pace: Pace, wrong: int, right: int) -> tuple[Room, list[Pupil]]:
    """Everybody has the same sheet and answers A: so many misread it in the same way, the others do not."""
    room = start(app, sheets, pace)
    pupils = [room.join() for _ in range(wrong + right)]
    room.lead("begin")
    misread = misread_answer(pupils[0])
    for place, pupil in enumerate(pupils):
        typed = {"points": misread} if place < wrong else pupil.right("A")
        assert pupil.post("A", typed=typed).status_code == 200
    return room, pupils


def misread_answer(pupil: Pupil) -> str:
    """An answer to A that some misread leads to."""
    question = pupil.question("A")
    assert isinstance(question, ScoreQuestion)
    (item,) = question.items()
    return str(next(wrong.answer for wrong in item.wrong if wrong.misreads))


@pytest.mark.parametrize("pace", [Pace.PRACTICE, Pace.TEST, Pace.LIVE])
def test_the_shared_view_has_no_names_and_the_own_one_has(
    app: OpenAPI, client: Phone, sheets: KeptSet, pace: Pace
) -> None:
    room, pupils = class_at_work(app, sheets, pace, wrong=4, right=4)
    for ended in (False, True):
        if ended:
            room.lead("end")
        own = client.get(f"/class/{room.key}?view=own").text
        for page in ("", "/question/A", "/map/A/adding"):
            shared = client.get(f"/class/{room.key}{page}").text
            for pupil in pupils:
                assert pupil.kept.seat.name not in shared
                assert pupil.kept.return_code not in shared
                assert pupil.kept.seat.name in own
                assert pupil.kept.return_code in own


@pytest.mark.parametrize(("wrong", "shown"), [(2, False), (4, True)])
def test_small_groups_are_for_the_teacher_alone(
    app: OpenAPI, client: Phone, sheets: KeptSet, wrong: int, shown: bool
) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong, right=5)
    answer = number(int(misread_answer(pupils[0])))
    link = re.compile(rf'href="(/class/{room.key}/map/A/[^"]+)"')
    found = {}
    for view in ("", "?view=own"):
        board = client.get(f"/class/{room.key}{view}").text
        found[view] = link.findall(board)
        question = main_words(client.get(f"/class/{room.key}/question/A{view}").text)
        expected = shown or view == "?view=own"
        assert bool(found[view]) is expected
        assert (f"{answer} ✕ not right, {wrong} pupils" in question) is expected
    # A cell that is not on the shared board does not open there either.
    for address in found["?view=own"]:
        path = address.replace("&amp;", "&")
        alone = client.get(path).text
        assert "By the rules" in alone
        assert all(pupil.kept.seat.name in alone for pupil in pupils[:wrong])
        if not shown:
            assert "By the rules" not in client.get(path.partition("?")[0]).text


def test_a_cell_has_the_misread_worked_beside_the_right_way(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong=4, right=5)
    question = pupils[0].question("A")
    assert isinstance(question, ScoreQuestion)
    board = client.get(f"/class/{room.key}").text
    cell = re.search(rf'href="(/class/{room.key}/map/A/[^"]+)"', board)
    assert cell is not None
    page = main_words(client.get(cell[1]).text)
    assert question.prompt in page
    assert f"Comes out {number(int(misread_answer(pupils[0])))}" in page
    assert f"Right {number(question.score.total)}" in page
    assert "If " in page
    assert client.get(f"/class/{room.key}/map/Z/adding").status_code == 404
    assert client.get(f"/class/{room.key}/map/A/juggling").status_code == 404
    assert client.get(f"/class/{room.key}/question/Z").status_code == 404
    assert client.get(f"/class/{room.key}/question/A?sheet=A9").status_code == 404


@pytest.mark.parametrize(
    ("pace", "tells_first"),
    [pytest.param(Pace.TEST, False, id="test"), pytest.param(Pace.LIVE, False, id="live"),
     pytest.param(Pace.PRACTICE, True, id="practice")],
)  # fmt: skip
def test_what_is_right_is_not_projected_before_pupils_may_be_told(
    app: OpenAPI, client: Phone, sheets: KeptSet, pace: Pace, tells_first: bool
) -> None:
    room, _ = class_at_work(app, sheets, pace, wrong=4, right=5)

    def told() -> dict[str, bool]:
        board = client.get(f"/class/{room.key}").text
        question = client.get(f"/class/{room.key}/question/A").text
        grid = board[board.index('id="grid"') :]
        return {
            "signs": "board-cell--right" in grid,
            "map": f"/class/{room.key}/map/A/" in board,
            "worked": "score-line" in question,
            "answers": "board-answer__given" in question,
            "columns": "layout__points" in question,
        }

    own = client.get(f"/class/{room.key}/question/A?view=own").text
    assert "score-line" in own
    assert set(told().values()) == {tells_first}
    room.lead("reveal" if pace is Pace.LIVE else "end")
    assert set(told().values()) == {True}


def test_the_question_on_show_goes_with_the_class(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, _ = class_at_work(app, sheets, Pace.LIVE, wrong=1, right=3)

    def board() -> str:
        page = client.get(f"/class/{room.key}").text
        return main_words(page)

    assert "Question 1 of 4: answers are open" in board()
    assert "4 of 4 answered" in board()
    assert "How it is worked out" not in board()
    room.lead("reveal")
    assert "Question 1 of 4: the answer is shown" in board()
    assert "How it is worked out" in board()
    room.lead("next")
    assert "Question 2 of 4: answers are open" in board()
    assert "0 of 4 answered" in board()
    assert "How it is worked out" not in board()
    # What has not come yet is not for the wall either.
    assert "has not come to this question yet" in main_words(client.get(f"/class/{room.key}/question/C").text)
    alone = client.get(f"/class/{room.key}/question/C?view=own").text
    assert "score-line" in alone


def test_states_are_signs_with_words_and_a_legend(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, pupils = class_at_work(app, sheets, Pace.PRACTICE, wrong=2, right=3)
    assert pupils[0].post("A", typed=pupils[0].right("A")).status_code == 200
    assert pupils[1].post("A", typed=pupils[1].wrong("A", by=77)).status_code == 200
    page = client.get(f"/class/{room.key}").text
    cells = re.findall(r'board-cell--(\w+)"><span aria-hidden="true">([^<]+)</span><span class="[^"]+">([^<]+)<', page)
    assert {(state, word) for state, _, word in cells} == {
        *{("empty", "nothing yet"), ("right", "right at once")},
        *{("later", "right later"), ("wrong", "not right")},
    }
    assert len({sign for _, sign, _ in cells}) == 4, "each has a sign of its own"
    legend = main_words(page[: page.index("map-heading")])
    for _, sign, word in cells:
        assert f"{sign} {word}" in legend


# --- what is told of changes ------------------------------------------------------------------------------------------


def test_a_board_is_told_of_changes_and_else_of_nothing(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE)
    address = f"/api/class/boards/{room.key}"
    seen: list[tuple[str | None, int]] = []

    def look() -> None:
        answer = client.get(address)
        assert answer.status_code == 200
        etag = answer.headers["ETag"]
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
        for old, _ in seen:
            assert client.get(address, headers={"If-None-Match": old or ""}).status_code == 200
        assert answer.json is not None
        version = answer.json["version"]
        assert not seen or version > seen[-1][1]
        assert f'data-version="{version}"' in client.get(f"/class/{room.key}").text
        seen.append((etag, version))

    look()
    pupil = room.join()
    look()
    room.lead("begin")
    look()
    assert pupil.post("A", typed=pupil.right("A")).status_code == 200
    look()
    told = client.get(address).json
    assert told is not None
    assert {**told, "version": 0} == {"version": 0, "phase": "open", "at": 0, "revealed": False, "joined": 1}


def test_an_unchanged_class_is_told_before_the_app_is_asked(
    app: OpenAPI, client: Phone, sheets: KeptSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = start(app, sheets, Pace.PRACTICE)
    addresses = (f"/api/class/boards/{room.key}", f"/api/class/{room.code}")
    tags = [client.get(address).headers["ETag"] for address in addresses]
    assert tags[0] != tags[1]
    asked = []
    monkeypatch.setattr(app, "before_request_funcs", {None: [lambda: asked.append(1)]})
    for address, tag in zip(addresses, tags, strict=True):
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert not asked
    client.get(addresses[0], headers={"If-None-Match": tags[1]})
    assert asked


# --- papers -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def papers(app: OpenAPI) -> Room:
    """Three hands to score on two sheets, answered on paper."""
    with app.app_context():
        return start(app, make_sheets(app, size=4), Pace.PAPER, variants=("A1", "A2"))


def bring(client: Phone, room: Room, fields: dict[str, Any]) -> Any:
    fields = {"do": "typed", "rows": "8", "write_id": new_id(), **fields}
    return client.send_form(f"/class/{room.key}/papers", **fields)


def test_papers_are_typed_in(client: Phone, papers: Room) -> None:
    page = client.get(f"/class/{papers.key}/papers")
    assert page.text.count('name="1.sheet"') == 1
    typed = {"1.sheet": "A1", "1.A": "12", "2.sheet": "A2", "2.A": "−3", "5.sheet": "A2", "5.A": "-1", "6.sheet": "A1"}
    write_id = new_id()
    for _ in range(2):  # the same form again brings nothing more
        assert bring(client, papers, {**typed, "write_id": write_id}).status_code == 302
    assert papers.kept.pupils == 3
    assert [papers.seat(at).seat.variant for at in (1, 2, 3)] == ["A1", "A2", "A2"]
    assert [papers.seat(at).seat.done[0].typed for at in (1, 2, 3)] == [
        {"points": "12"},
        {"points": "−3"},
        {"points": "-1"},
    ]
    assert f'href="/class/{papers.key}/papers"' in client.get(f"/class/{papers.key}").text
    board = main_words(client.get(f"/class/{papers.key}?view=own").text)
    assert "Answered on paper" in board
    assert "Paper 3" in board


def test_a_form_that_was_sent_and_then_changed_loses_nothing(client: Phone, papers: Room) -> None:
    sent_before = {"1.sheet": "A1", "1.A": "12", "write_id": new_id()}
    assert bring(client, papers, sent_before).status_code == 302
    again = bring(client, papers, {**sent_before, "1.A": "13"})
    assert again.status_code == 422
    assert "sent before" in main_words(again.text)
    assert 'value="13"' in again.text
    assert papers.kept.pupils == 1


def test_what_cannot_be_read_names_row_and_column_and_loses_nothing(client: Phone, papers: Room) -> None:
    typed = {"1.sheet": "A1", "1.A": "12", "2.sheet": "A2", "2.A": "twelve", "3.sheet": "A2", "3.A": "7"}
    refused = bring(client, papers, typed)
    assert refused.status_code == 422
    assert "Row 2, A" in main_words(refused.text)
    assert 'href="#2.A"' in refused.text
    assert 'id="2.A-error"' in refused.text
    for name, value in typed.items():
        if name.endswith(".A"):
            assert re.search(rf'name="{re.escape(name)}"[^>]* value="{value}"', refused.text)
    assert papers.kept.pupils == 0
    assert re.search(r'name="2.sheet".*?<option selected>A2', refused.text, re.DOTALL)


def test_more_rows_keep_what_was_typed(client: Phone, papers: Room) -> None:
    page = bring(client, papers, {"do": "rows", "3.sheet": "A1", "3.A": "twelve"})
    assert page.status_code == 200
    assert 'value="twelve"' in page.text
    assert 'name="16.A"' in page.text
    assert 'name="17.A"' not in page.text
    assert papers.kept.pupils == 0
    most = bring(client, papers, {"do": "rows", "rows": "999"})
    assert 'value="rows"' not in most.text.partition("More rows")[0].rpartition("<button")[2]
    assert "More rows" not in most.text


def test_a_table_is_read_and_nobodys_name_in_it_is_kept(app: OpenAPI, client: Phone, papers: Room) -> None:
    empty = client.get(f"/class/{papers.key}/papers.csv")
    assert empty.mimetype == "text/csv"
    heading = empty.get_data(as_text=True).strip("\ufeff\r\n")
    assert heading.startswith("pupil,sheet,A,")
    text = f"{heading}\r\nZebedee,A1,12\r\nYolanda,A2,-3\r\n"
    sent = bring(client, papers, {"do": "table", "table": (io_of(text), "class.csv"), "1.A": "99"})
    assert sent.status_code == 302
    assert papers.kept.pupils == 2
    with app.app_context():
        kept = "\n".join(store().database.conn.iterdump())
    assert "Zebedee" not in kept
    assert "Yolanda" not in kept


@pytest.mark.parametrize(
    ("table", "told"),
    [
        pytest.param("", "choose the table", id="empty"),
        pytest.param("pupil,sheet,Q\nx,A1,3\n", "row 1, q", id="no such letter"),
        pytest.param("pupil,sheet,A\nx,A1,3\ny,A7,3\n", "row 3, sheet", id="no such sheet"),
        pytest.param("pupil,sheet,A\nx,A1,three\n", "row 2, a", id="no number"),
        pytest.param("pupil,sheet,A\nx,A1,=1+1\n", "row 2, a", id="a formula"),
    ],
)
def test_a_table_that_cannot_be_read_is_told_where(client: Phone, papers: Room, table: str, told: str) -> None:
    refused = bring(client, papers, {"do": "table", "table": (io_of(table), "class.csv"), "1.A": "99"})
    assert refused.status_code == 422
    assert told in main_words(refused.text).lower()
    assert 'value="99"' in refused.text, "what was typed beside it is still there"
    assert papers.kept.pupils == 0


def test_papers_belong_to_a_class_on_paper(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.PRACTICE)
    assert client.get(f"/class/{room.key}/papers").status_code == 404
    assert bring(client, room, {"1.A": "3"}).status_code == 404


# --- afterwards -------------------------------------------------------------------------------------------------------


def test_the_results_are_a_file_for_spreadsheets(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, _ = class_at_work(app, sheets, Pace.TEST, wrong=1, right=2)
    answer = client.get(f"/class/{room.key}/results.csv")
    assert answer.mimetype == "text/csv"
    name = rf'attachment; filename="golf-{sheets.questions.code}-\d{{8}}T\d{{4}}\.csv"'
    assert re.fullmatch(name, answer.headers["Content-Disposition"])
    text = answer.get_data(as_text=True)
    assert text.startswith("\ufeffsession,pseudonym,item,")
    assert text.count("\r\n") == 4


def test_a_list_to_print_has_room_for_real_names(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.TEST)
    pupils = [room.join() for _ in range(2)]
    page = main_words(client.get(f"/class/{room.key}/roster").text)
    for pupil in pupils:
        assert f"{pupil.kept.seat.name} {pupil.kept.return_code}" in page


def test_no_page_with_pupils_stays_behind_in_the_browser(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.TEST)
    room.join()
    for page in ("", "?view=own", "/question/A", "/map/A/adding", "/roster", "/results.csv"):
        assert client.get(f"/class/{room.key}{page}").headers["Cache-Control"] == "no-store", page


def test_deleting_asks_once_more_and_leaves_the_set(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room, pupils = class_at_work(app, sheets, Pace.TEST, wrong=1, right=2)
    asked = client.get(f"/class/{room.key}/delete")
    assert "3 seats" in main_words(asked.text)
    assert sheets.key_code in asked.text
    assert room.kept.pupils == 3, "looking deletes nothing"
    assert client.send_form(f"/class/{room.key}/delete").status_code == 302
    for page in PAGES:
        assert client.get(f"/class/{room.key}{page}").status_code == 404
    assert client.get(f"/api/class/boards/{room.key}").status_code == 404
    assert pupils[0].phone.get(pupils[0].path).status_code == 404
    assert client.send_form(f"/class/{room.key}/delete").status_code == 404
    with app.app_context():
        assert find_set(store(), sheets.key_code).may_see_key


def io_of(text: str) -> BytesIO:
    return BytesIO(text.encode())
