"""Every route is either public, with a reason given here, or refuses visitors without its link.

The routes are taken from the app. What their links let people do is tried in test_students.py, test_build.py and
test_sets.py; here no one has them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.store.schooling import KEY_CODE
from tests.web.tables import new_id, sit_down
from tests.web.world import METHODS, NAMES, SAFE, World

REASONS: Mapping[str, set[str]] = {
    # --- the same for everyone
    "files and description of the app itself": {"static", "offline.worker", "offline.manifest"},
    "whether this server can do its work, and nothing of what it keeps": {"health.health"},
    "a page or a form that holds nobody's data": {"offline.shell", "offline.sign_in_to_network", "practice_hole.index"},
    "a question to the rules; a game's rules only by its link in ?game=": {
        *("referee.index", "referee.turn", "settle.index"),
    },
    "a form, or what is typed into one, of which nothing is kept": {
        *("imports.index", "build.begin", "build.preview", "another_game.index"),
    },
    # --- built-in houses for everyone; custom ones only with the share key in the address (SHARED)
    "the rules of a house, its open questions, or a form to play by it": {
        *("houses.sheet", "questions.index", "questions.row", "build.download", "went_wrong.of_house"),
        *("new_game.setup", "api.read_houses", "practice_hole.play", "practice_hole.why", "learn.start_here"),
    },
    # --- what the cookie of the asking device names, and nothing of any other's
    "this device's own games and houses": {
        "start.index",
        "start.go_on",
        "start.people",
        "houses.index",
        "new_game.choose_house",
    },
    "what this device practices": {
        *("practice.index", "practice.of_house", "practice.question", "learn.index"),
        *("practice.start", "practice.answered", "practice.forget_all"),
    },
    "this device's own sets and classes, and forms for more": {
        *("sets.index", "classroom.index", "classroom.forget_all"),
    },
    "the box for a code; it leads on where there is a class of that code": {"students.join"},
    "a token against forged forms, for the session of the device that asks": {"api.read_token"},
    # --- makes something new, which only who made it has the link of
    "begins a game, a house, a set or a class": {
        *("api.begin", "new_game.create", "imports.bring_in", "build.make", "build.load"),
        *("another_game.make", "sets.make", "classroom.begin", "classroom.begin_at_once"),
    },
}
PUBLIC = {endpoint for endpoints in REASONS.values() for endpoint in endpoints}
"""Public routes."""

SHARED = {
    *("houses.sheet", "questions.index", "questions.row", "went_wrong.of_house"),
    *("build.download", "new_game.setup", "new_game.create", "practice_hole.play", "practice_hole.why"),
    "learn.start_here",
    *("practice.of_house", "practice.question", "practice.start", "practice.answered"),
}
"""Those of PUBLIC whose address names a house: one that was never shared is not there."""


@dataclass(frozen=True)
class Links:
    """The key of a group of routes: its name in the address, and wrong values for it."""

    place: str
    wrong: Callable[[World], Sequence[str]]
    endpoints: frozenset[str]


def others(world: World) -> tuple[str, ...]:
    """Every link of another sort, and what is none."""
    return (
        *(world.lesson.code, world.lesson.kept.set_code, str(world.lesson.kept.id)),
        *("B" * 21, "B" * 23, "%", "' OR 1=1--", "\x00", "..", "b" * 3000),
    )


LINKED: Mapping[str, Links] = {
    "the view-only or the join link of a game": Links(
        "key",
        lambda w: (w.house.owner_key, w.house.share_key, w.lesson.key, w.game.view_key.swapcase(), *others(w)),
        frozenset({
            *("api.read_game", "api.read_hole", "api.read_house", "play.card", "play.history", "play.hole"),
            *("play.hole_history", "play.worked", "end.index", "end.csv", "end.json", "end.chart", "end.picture"),
            *("houses.of_game", "went_wrong.of_game", "invite.index", "readings.index", "screen.index"),
        }),
    ),
    "the join link": Links(
        "key",
        lambda w: (w.game.view_key, w.house.owner_key, w.lesson.key, w.game.edit_key.swapcase(), *others(w)),
        frozenset({
            *("api.enter_hand", "api.add_by_hand", "api.name_ender", "api.confirm", "api.seat", "api.begin_extra_hole"),
            *("play.enter", "play.add_by_hand", "play.undo", "readings.choose", "table.index"),
            *("invite.joined", "api.put_back", "end.put_back", "end.ask_for_good", "end.delete_for_good"),
            *("table.save", "end.delete", "end.finish", "end.playoff", "end.rematch", "invite.renew", "invite.seat"),
        }),
    ),
    "the teacher's link of a class": Links(
        "key",
        lambda w: (w.game.edit_key, w.house.owner_key, w.lesson.key.swapcase(), KEY_CODE, *others(w)),
        frozenset({
            *("api.read_board", "classroom.board", "classroom.lead", "classroom.question", "classroom.cell"),
            *("classroom.results", "classroom.roster", "classroom.papers", "classroom.save_paper"),
            *("classroom.paper", "classroom.remove_paper", "classroom.elsewhere", "classroom.remove_student"),
            *("classroom.delete_now", "classroom.put_back", "classroom.ask_for_good", "classroom.delete_for_good"),
            *("classroom.change_goal", "classroom.next_lesson"),
        }),
    ),
    "the code of a class": Links(
        "code",
        lambda w: (w.lesson.key, w.game.edit_key, w.lesson.code[:-1], *others(w)[1:]),
        frozenset({"students.choose", "students.take", "students.come_back", "students.leave", "api.read_class"}),
    ),
    "a seat of a class, by the cookie of a device": Links(
        "code",
        lambda w: (w.lesson.code, w.papers.code, *others(w)[1:]),  # even the right code, for who has not the seat
        frozenset({"students.seat", "students.work", "api.do_work"}),
    ),
    "the code of a set": Links(
        "code",
        lambda w: (w.lesson.code, w.lesson.key, *others(w)[2:]),
        frozenset({"sets.look", "sets.sheet"}),
    ),
    "the code of the key of a set": Links(
        "code",
        lambda w: (w.lesson.kept.set_code, w.lesson.code, w.lesson.key, *others(w)),
        frozenset({"sets.answers", "sets.export", "sets.key", "sets.redraw", "sets.strip"}),
    ),
    "the link to share a house": Links(
        "share_key",
        lambda w: (w.house.owner_key, w.game.edit_key, w.house.share_key.swapcase(), *others(w)),
        frozenset({"build.shared"}),
    ),
    "the link to change a house": Links(
        "owner_key",
        lambda w: (w.house.share_key, w.game.edit_key, w.house.owner_key.swapcase(), *others(w)),
        frozenset({
            *("build.edit", "build.change", "build.delete", "build.put_back"),
            *("build.ask_for_good", "build.delete_for_good"),
            *("another_game.edit", "another_game.change"),
        }),
    ),
}  # fmt: skip

NOBODYS = "A" * 22
"""What the links look like, and opens nothing."""

REFUSED = {404, 405}


def told(answer: TestResponse, link: str) -> str:
    """The information in a refusal, without the visitor's own words and the contents of fields."""
    page = re.sub(r'(\bvalue|csrf-token" content)="[^"]*"', "", answer.text)
    sent = {name: value for name, value in answer.headers.items() if name not in ("Set-Cookie", "Content-Length")}
    return f"{answer.status} {sent} {page}".replace(link if len(link) > 4 else "\0", "")


def assert_tells_nothing(world: World, answer: TestResponse, what: str) -> None:
    shown = answer.get_data().decode(errors="replace") + str(answer.headers)
    secrets = (*NAMES, world.student.name, world.house.house.name)
    links = (world.game.edit_key, world.game.view_key, world.lesson.key, world.house.owner_key, world.house.share_key)
    for secret in (*secrets, *links):
        assert secret not in shown or secret in answer.request.path, f"{what} tells {secret}"


def test_every_route_is_public_for_a_reason_or_needs_a_link(world: World) -> None:
    linked = {endpoint for links in LINKED.values() for endpoint in links.endpoints}
    there = {rule.endpoint for rule in world.rules()}
    assert not linked & PUBLIC
    unknown = sorted(there - linked - PUBLIC)
    assert not unknown, (
        f"{unknown}: public? Then add a reason to REASONS. Otherwise add it to LINKED under its key, and the tests of "
        "this file try it without."
    )
    assert not (linked | PUBLIC) - there, "these routes are gone"


@pytest.mark.long
@pytest.mark.parametrize("opened_by", LINKED)
def test_nobody_passes_without_the_link(world: World, opened_by: str) -> None:
    """Nor learns whether there is anything: what is not there is refused in the very same words."""
    links = LINKED[opened_by]
    before = world.everything()
    stranger = world.stranger()
    token = stranger.token()
    tried = 0
    for rule in (one for one in world.rules() if one.endpoint in links.endpoints):
        declared = (rule.methods or set()) - {"OPTIONS"}
        for method in sorted(declared | ({*METHODS} - SAFE if rule.endpoint.startswith("api.") else {"PATCH"})):
            missing = world.send(stranger, rule, method, world.address(rule, **{links.place: NOBODYS}), token)
            assert missing.status_code in REFUSED, f"{method} {rule} is answered {missing.status} without a link"
            for wrong in links.wrong(world) if method in declared else links.wrong(world)[:2]:
                path = world.address(rule, **{links.place: wrong})
                answer = world.send(stranger, rule, method, path, token)
                # Who may only watch is refused before anybody looks at what was sent.
                refused = REFUSED if wrong == world.game.view_key else {*REFUSED, 302, 422}
                assert answer.status_code in refused, f"{method} {path} is answered {answer.status}"
                if answer.status_code == 302:  # such as a code in another spelling; it must lead to a refusal
                    answer = stranger.get(answer.location)
                    assert answer.status_code in REFUSED
                what = f"{method} {path}"
                assert_tells_nothing(world, answer, what)
                if "cookie" not in opened_by and answer.request.path == path and answer.status_code != 422:
                    assert told(answer, wrong) == told(missing, NOBODYS), f"{what} tells that there is something"
                tried += 1
    assert tried >= 10
    assert world.everything() == before


@pytest.mark.long
@pytest.mark.parametrize("opened_by", LINKED)
def test_who_has_the_link_passes(world: World, opened_by: str) -> None:
    """So that no attempt of the others is idle."""
    for rule in world.rules():
        if rule.endpoint in LINKED[opened_by].endpoints and "GET" in (rule.methods or ()):
            answer = world.send(world.student.phone, rule, "GET", world.address(rule))
            assert answer.status_code in (200, 302), f"{rule} is answered {answer.status}"


@pytest.mark.parametrize("over", [pytest.param(False, id="under way"), pytest.param(True, id="over")])
def test_no_page_shows_a_watcher_the_link_to_play_along(world: World, over: bool) -> None:
    table = sit_down(world.stranger(), names=" ".join(NAMES), holes=1 if over else 9)
    table.enter(1, dict.fromkeys(NAMES, "5"), do="confirm", ender="nobody")
    again = ""
    if over:
        again = table.post("/rematch", {}).location.split("/")[2]
    else:  # everything that could carry a link along: seats, an undo, an entry that lost, a replaced link
        table.put_hand(2, NAMES[2], points=3)
        assert table.post("/seat", {"player": str(table.players[NAMES[0]])}).status_code == 302
        assert table.put_hand(2, NAMES[2], points=4, based_on=0).status_code == 409
        table.post("/undo", {})
        table.edit_key = table.post("/invite/renew", {"link": "edit"}).location.split("/")[2]
    watcher, shown = world.stranger(), 0
    for rule in world.rules():
        if rule.rule.startswith(("/g/", "/api/games/")) and "GET" in (rule.methods or ()):
            for hole in (1, 2):
                path = world.address(rule, key=table.view_key, player=table.players[NAMES[0]], hole=hole)
                answer = watcher.get(path, follow_redirects=True)
                assert answer.status_code in (200, 404, 422), path
                shown += answer.status_code == 200
                page = answer.get_data().decode(errors="replace") + str(answer.headers) + answer.request.path
                assert table.edit_key not in page, path
                assert not again or again not in page, path
    assert shown >= 10


def test_the_link_of_one_game_reaches_nothing_of_another(world: World) -> None:
    """Numbers of players and holes are the same in every game, or easily guessed."""
    players = [*world.game.players.values(), *world.other_game.players.values(), 0, -1, 10**9]
    game = world.other_game
    before = world.game.kept()
    token = game.client.token()
    for rule in world.rules():
        if "key" not in rule.arguments or not rule.rule.startswith(("/g/", "/api/games/")):
            continue
        for player in players if "player" in rule.arguments else players[:1]:
            for method in (rule.methods or set()) & {"GET", "PUT"}:
                path = world.address(rule, key=game.edit_key, player=player, hole=2) if player >= 0 else "/"
                answer = world.send(game.client, rule, method, path, token)
                shown = answer.get_data().decode(errors="replace")
                assert not any(name in shown for name in (*NAMES, world.game.edit_key, world.game.view_key)), path
    assert world.game.kept() == before


def test_a_link_that_was_renewed_opens_nothing(world: World) -> None:
    """Only a replaced link says what happened, because its owner knew the game."""
    names = ("Ottokar", "Philippa")
    table = sit_down(world.stranger(), names=" ".join(names))
    old = {"edit": table.edit_key, "view": table.view_key}
    for link in ("view", "edit"):
        table.edit_key = table.post("/invite/renew", {"link": link}).location.split("/")[2]
    kept = table.kept()
    phone = world.stranger()
    token = phone.token()
    tried = 0
    for rule in world.rules():
        if not rule.rule.startswith(("/g/", "/api/games/")):
            continue
        for which, key in old.items():
            player = table.players[names[0]]
            for method in (rule.methods or set()) - {"OPTIONS"}:
                answer = world.send(phone, rule, method, world.address(rule, key=key, player=player), token)
                assert answer.status_code == 410, f"{method} {rule} by the old link to {which}: {answer.status}"
                shown = answer.text + str(answer.headers)
                assert not any(word in shown for word in (*names, kept.edit_key, kept.view_key)), rule
                tried += 1
    assert tried > 50
    assert table.kept() == kept


WAYS_BACK = {"api.put_back", "end.put_back", "end.ask_for_good", "end.delete_for_good"}


def test_a_deleted_game_says_so_at_every_address_and_its_watchers_learn_no_more(world: World) -> None:
    table = sit_down(world.stranger(), names="Ottokar Philippa")
    kept = table.kept()
    assert table.post("/delete", {}).status_code == 302
    phone = world.stranger()
    token = phone.token()
    tried = 0
    for rule in world.rules():
        if not rule.rule.startswith(("/g/", "/api/games/")):
            continue
        for key in (kept.edit_key, kept.view_key):
            if key == kept.edit_key and rule.endpoint in WAYS_BACK:
                continue
            for method in (rule.methods or set()) - {"OPTIONS"}:
                path = world.address(rule, key=key, player=table.players["Ottokar"])
                answer = world.send(phone, rule, method, path, token)
                assert answer.status_code == 410, f"{method} {rule}: {answer.status}"
                if key == kept.view_key:
                    assert kept.edit_key not in answer.text + str(answer.headers), rule
                tried += 1
    assert tried > 50


def test_a_house_that_was_never_shared_is_not_there(world: World) -> None:
    for rule in world.rules():
        if rule.endpoint in SHARED:
            (place,) = rule.arguments & {"key", "house"}
            for wrong in (NOBODYS, world.house.owner_key, f"{world.house.share_key}.2", "b" * 999, ""):
                phone = world.stranger()
                token = phone.token()
                for method in (rule.methods or set()) - {"OPTIONS"}:
                    answer = world.send(phone, rule, method, world.address(rule, **{place: f"~{wrong}"}), token)
                    assert answer.status_code == 404, f"{method} {rule} of {wrong[:40]}: {answer.status}"
    assert not SHARED - PUBLIC


def test_what_anybody_may_ask_tells_nothing_of_others(world: World) -> None:
    for rule in world.rules():
        if rule.endpoint in PUBLIC and "GET" in (rule.methods or ()):
            answer = world.send(world.stranger(), rule, "GET", world.address(rule))
            assert answer.status_code in (200, 302, 400, 404), f"{rule}: {answer.status}"
            assert_tells_nothing(world, answer, rule.rule)


@pytest.mark.long
def test_looking_changes_nothing(world: World) -> None:
    """A GET changes nothing, even with a valid link, because another tab could open it without a token."""
    before = world.everything()
    for rule in world.rules():
        if "GET" in (rule.methods or ()):
            world.send(world.phone, rule, "GET", world.address(rule))
            world.send(world.student.phone, rule, "GET", world.address(rule))
    assert world.everything() == before


# --- forged forms -----------------------------------------------------------------------------------------------------


def forged(world: World, rule: Rule, method: str) -> Iterator[tuple[str, TestResponse]]:
    """The requests that another site could send from the browser of a user with every link."""
    phone = world.student.phone if "seat" in rule.rule or rule.rule.startswith(("/join", "/api/class")) else world.phone
    path = world.address(rule)
    body = {"write_id": new_id(), **world.bodies.get(rule.endpoint, {})}
    form = {name: value for name, value in body.items() if not isinstance(value, dict)}
    foreign, own = world.stranger().token(), phone.token()
    yield "without a token", phone.open(path, method=method, data=form)
    yield "with a token of another phone", phone.open(path, method=method, data={**form, "csrf_token": foreign})
    yield "with that in the header", phone.open(path, method=method, data=form, headers={"X-CSRFToken": foreign})
    yield "as JSON", phone.open(path, method=method, json=body)
    yield "as JSON with a token inside", phone.open(path, method=method, json={**body, "csrf_token": own})
    yield "as text", phone.open(path, method=method, data=f'{{"csrf_token": "{own}"}}', content_type="text/plain")
    yield "with the token in the address", phone.open(f"{path}?csrf_token={own}", method=method, data=form)
    spoilt = own[:-1] + ("A" if own[-1] != "A" else "B")
    yield "with a spoilt token", phone.open(path, method=method, data={**form, "csrf_token": spoilt[:-4]})


@pytest.mark.long
def test_no_route_takes_a_forged_form(world: World) -> None:
    before = world.everything()
    tried = 0
    for rule in world.rules():
        for method in sorted((rule.methods or set()) - SAFE):
            for how, answer in forged(world, rule, method):
                # A house that stands only in the form is looked for first.
                refused = {400, 404} if rule.endpoint == "build.make" else {400}
                assert answer.status_code in refused, f"{method} {rule} {how}: {answer.status}"
                tried += 1
    assert tried > 200
    assert world.everything() == before


def test_over_https_a_form_of_another_site_is_refused_even_with_a_token(world: World) -> None:
    """A browser tells where a form stood; over plain http, where it may not, the token alone decides."""
    phone = world.stranger()
    token = re.search(r'csrf-token" content="([^"]+)"', phone.get("/", base_url="https://table.example").text)
    assert token is not None
    for referer, status in (
        ("https://table.example/practice", 303),
        ("https://x.invalid/", 400),
        ("http://table.example/", 400),
        ("", 400),
    ):
        answer = phone.post(
            "/practice/forget",
            base_url="https://table.example",
            data={"csrf_token": token[1]},
            headers={"Referer": referer} if referer else {},
        )
        assert answer.status_code == status, referer
