"""A phone without a network takes, joins and refuses the names that the server does."""

import json
import re
from pathlib import Path

from scorekeeper.rules import RuleError, names
from scorekeeper.rules.names import check_name, cleaned, name_key
from tests.hostile import HOSTILE, UNPRINTABLE
from tests.js.node import TREE, run
from tests.rules.test_names import BLANK, HARMLESS, KEPT, REFUSED, SAME

WRITTEN = (*HOSTILE.values(), *UNPRINTABLE.values(), *KEPT.values(), *BLANK.values(), *REFUSED.values())
TABLES = "".join((names._BLANK, names._UNSEEN, names._NEVER, names._WANTED))
BESIDE = ("a{}", "{}a", "\U0001f469{}\U0001f469", "\u0628{}\u0628", "\u0915{}", "\u1820{}", "\u845b{}", "1{}\u20e3")


def cases() -> list[str]:
    """Everything that is written in the tests; and each end of a range, and its neighbors, beside what may need it."""
    ends = {int(told[1:], 16) for told in re.findall(r"(?<=\\)(?:x\w{2}|u\w{4}|U\w{8})", TABLES)}
    near = sorted({code for end in ends for code in (end - 1, end, end + 1) if 0 <= code <= 0x10FFFF})
    pasted = [name for many in (*HARMLESS.values(), *SAME.values()) for name in many]
    return [*WRITTEN, *pasted, *(place.format(chr(code)) for code in near for place in BESIDE)]


def is_refused(name: str) -> bool:
    try:
        check_name(name, longest=None)
    except RuleError:
        return True
    return False


def test_a_phone_cleans_names_as_the_server_does(tmp_path: Path) -> None:
    typed, file = cases(), tmp_path / "names.json"
    file.write_text(json.dumps(typed), encoding="utf-8")
    assert len(typed) > 1500
    module = (TREE / "static/js/rules/names.js").as_uri()
    said = "(name) => { const kept = cleaned(name); return [kept, nameKey(name), isRefused(kept)]; }"
    script = f"""
        const {{ cleaned, isRefused, nameKey }} = await import("{module}");
        const {{ readFileSync }} = await import("node:fs");
        console.log(JSON.stringify(JSON.parse(readFileSync(process.env.NAMES, "utf8")).map({said})));
    """
    done = run("--input-type=module", "--eval", script, NAMES=file)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    wanted = [[cleaned(name), name_key(name), is_refused(name)] for name in typed]
    assert [(name, here, there) for name, here, there in zip(typed, told, wanted, strict=True) if here != there] == []
