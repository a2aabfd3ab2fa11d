"""The headers of every answer: what a browser may run, load, frame, guess and keep."""

from collections.abc import Iterator

from tests.web.wire import Answer, Made, Visitor


def answers(made: Made) -> Iterator[Answer]:
    """Answers of every kind: pages, parts, refusals, redirects, JSON, files, downloads."""
    black, stranger = made.seats["black"], Visitor(made.house)
    for path in ("/", "/lobby", "/watch", "/you", "/health", "/openapi.json", "/static/yurei.js", "/sw.js", "/nothing"):
        yield stranger.get(path)
    yield black.get(made.at("black"))
    yield black.fragment(made.at("black"))
    yield stranger.get(made.at("black"))
    yield black.post(made.at("black"), {"do": "stone", "at": "C3"})
    yield black.post(made.at("black"), {}, ("origin", "https://evil.example"))
    yield stranger.ask("POST", "/api/games", [], b"{}", kind="application/json")
    yield stranger.ask("GET", f"/api/games/{made.name}/black")


def test_nothing_runs_and_nothing_loads_but_our_own_files(made: Made) -> None:
    for answer in answers(made):
        (policy,) = answer.all("content-security-policy")
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules.pop("default-src") == "'none'"
        assert rules["base-uri"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == "'self'"
        assert set(rules.values()) == {"'self'", "'none'"}, "nothing inline, nothing from elsewhere"


def test_no_other_site_frames_a_page_or_learns_its_address(made: Made) -> None:
    for answer in answers(made):
        assert "frame-ancestors 'none'" in answer.all("content-security-policy")[0]
        assert answer.all("referrer-policy") == ["strict-origin"]
        assert answer.all("cross-origin-opener-policy") == ["same-origin"]
        assert answer.all("cross-origin-resource-policy") == ["same-origin"]
        assert answer.all("access-control-allow-origin") == []


def test_every_answer_has_the_right_content_type_and_nosniff(made: Made) -> None:
    for answer in answers(made):
        assert answer.all("x-content-type-options") == ["nosniff"]
        if not answer.body:
            continue
        (kind,) = answer.all("content-type")
        assert kind.startswith("text/") == ("charset=utf-8" in kind)
        if answer.body.startswith(b"<"):
            assert kind == "text/html; charset=utf-8"
