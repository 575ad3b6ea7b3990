"""How a hole adds up, and what the report of a wrong score is filled in with."""

import html
import re

from scorekeeper.rules.wording import signed
from tests.web.tables import WebTable


def test_the_report_of_a_wrong_score_has_rules_cards_and_lines_but_no_name(table: WebTable) -> None:
    table.enter(1, {"Ann": "5 * 7 / 5 Q K", "Bo": "A 2 3 / 4 6 8", "Cy": "15"}, do="save")
    found = re.search(r"<textarea [^>]*>\n?(.*?)</textarea>", table.get("/hole/1/worked").text, re.DOTALL)
    assert found is not None
    report = html.unescape(found[1])
    game = table.kept().game
    assert f"Rules:\n{game.house.name} ({game.house.key})" in report
    assert "Cards:\nPlayer 1: 5 * 7 / 5 Q K\nPlayer 2: A 2 3 / 4 6 8\nPlayer 3: 15 points" in report
    assert "Scorekeeper says:\nPlayer 1: 15\n" in report
    result = game.result(1)
    assert result is not None
    assert result["Bo"].worked is not None
    for line in result["Bo"].worked.lines:
        assert f"  {signed(line.points)} {line.text}" in report
    assert report.endswith("I expected:\n")
    assert not re.search(r"\b(Ann|Bo|Cy)\b", report)
