"""A GTP engine with which something is the matter: ``python strange_engine.py WHAT``."""

import sys
import time

LISTED = "protocol_version list_commands boardsize clear_board komi play genmove quit"


def main(what: str) -> None:
    for line in sys.stdin:
        word = line.split()[0]
        if what == "ends" and word == "genmove":
            return
        if what == "silent" and word == "genmove":
            time.sleep(60)
        if what == "chatters" and word == "genmove":
            print("I think that D4 is best", end="\n\n", flush=True)
        elif what == "endless" and word == "genmove":
            print("= " + "D4 " * 100_000, end="\n\n", flush=True)
        elif (what, word) in (("refuses", "komi"), ("forgets", "play"), ("small", "boardsize")):
            print("? no such luck", end="\n\n", flush=True)
        elif word == "genmove":
            print({"off": "= Z99", "stubborn": "= A1"}.get(what, "= resign"), end="\n\n", flush=True)
        else:
            print(f"= {LISTED if word == 'list_commands' else ''}".rstrip(), end="\n\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
