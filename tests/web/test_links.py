"""Links as people send them: in a mail, at the end of a sentence, in brackets."""

import pytest

from tests.web.evenings import makes
from tests.web.wire import House, Visitor, make
from yurei.club.model.secrets import derived_secret, digest, link_digest, link_secret, new_secret

HOST_WITH_A_DASH = next(
    host for number in range(1000) if derived_secret(host := f"host {number}", "white").endswith("-")
)


def test_every_link_ends_in_a_letter_or_a_digit() -> None:
    assert all(new_secret()[-1].isalnum() for _ in range(1000))
    assert all(link_secret(f"host {number}", "white")[-1].isalnum() for number in range(1000))


def test_links_sent_in_the_former_form_are_still_valid() -> None:
    sent = derived_secret(HOST_WITH_A_DASH, "white")
    assert link_secret(HOST_WITH_A_DASH, "white") != sent
    assert link_digest(sent) == link_digest(link_secret(HOST_WITH_A_DASH, "white")) == digest(sent)


@pytest.mark.parametrize("after", [".", ")", ">", ",", "%E2%80%9D", "0"])
def test_punctuation_after_a_link_in_a_text_is_ignored(house: House, after: str) -> None:
    made = make(house, width="3", colour="referee")
    host = made.host.cookies[f"yurei-{made.name}-host"]
    link = f"/g/{made.name}/join/audience/{link_secret(host, 'audience')}{after}"
    friend = Visitor(house)
    assert friend.post(link).status == 303
    assert friend.get(made.at("audience")).status == 200
    club = makes(house, ("Chiyo", "Etsu"))
    assert Visitor(house).get(club.links()[1] + after).location == f"{club.address}/p/1"


def test_a_link_that_was_cut_short_is_refused(house: House) -> None:
    made = make(house, width="3")
    link = link_secret(made.host.cookies[f"yurei-{made.name}-host"], "audience")
    assert Visitor(house).get(f"/g/{made.name}/join/audience/{link[:23]}").status == 403
