"""Phantom Go under the Olympiad referee, written again: words for what is known, a plain walk over all histories."""

from collections import defaultdict
from dataclasses import dataclass, field

Board = tuple[int, ...]


@dataclass
class Brute:
    """One small game, in which the board counts after ``cap`` moves."""

    width: int
    height: int
    cap: int
    histories: int = 0  # met in the last walk
    sets: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))  # what each seat knew at its tries

    def beside(self, point: int) -> list[int]:
        x, y = point % self.width, point // self.width
        around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return [b * self.width + a for a, b in around if 0 <= a < self.width and 0 <= b < self.height]

    def region(self, board: Board, point: int) -> tuple[set[int], set[int]]:
        """The string or the empty region at a point, and what stands beside it, -1 for an empty point."""
        found, borders = {point}, set[int]()
        for here in (waiting := [point]):
            for near in self.beside(here):
                if board[near] != board[point]:
                    borders.add(board[near])
                elif near not in found:
                    found.add(near)
                    waiting.append(near)
        return found, borders

    def played(self, board: Board, ko: Board | None, seat: int, point: int) -> tuple[Board, tuple[int, ...]] | None:
        """The board after a try and what it captures; None where it is illegal."""
        if board[point] != -1:
            return None
        after = list(board)
        after[point] = seat
        taken: set[int] = set()
        for near in self.beside(point):
            if after[near] == 1 - seat:
                stones, borders = self.region(tuple(after), near)
                taken |= set() if -1 in borders else stones
        for gone in taken:
            after[gone] = -1
        made = tuple(after)
        return None if -1 not in self.region(made, point)[1] or made == ko else (made, tuple(sorted(taken)))

    def score(self, board: Board) -> int:
        """Black's stones and what only Black reaches, less White's."""
        total = sum({0: 1, 1: -1}.get(cell, 0) for cell in board)
        for point, cell in enumerate(board):
            if cell == -1:
                total += {frozenset({0}): 1, frozenset({1}): -1}.get(frozenset(self.region(board, point)[1]), 0)
        return total

    def learn(self, rounds: int) -> tuple[float, float]:
        """Plain counterfactual regret; what the mean strategies guarantee to Black, and leave him at most."""
        self.regret: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        self.total: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for _ in range(rounds):
            self.histories = 0
            self.walk(self.start, (1.0, 1.0))
        return -self.answer(1), self.answer(0)

    @property
    def start(self) -> tuple[Board, None, int, int, bool, frozenset[int], tuple[str, str]]:
        return (-1,) * (self.width * self.height), None, 0, 0, False, frozenset(), ("", "")

    def tries(self, node) -> dict[int, tuple[bool, object]]:  # type: ignore[no-untyped-def]
        """By try, -1 for a pass: whether that ends the game, and the score or what follows."""
        board, ko, seat, moves, passed, refused, known = node
        found: dict[int, tuple[bool, object]] = {}
        for point in range(len(board)):
            if board[point] == seat or point in refused:
                continue
            made = self.played(board, ko, seat, point)
            own = f"{point}x" if made is None else f"{point}!{made[1]}"
            heard = "x" if made is None else f"!{made[1]}"
            told = (known[0] + own, known[1] + heard) if seat == 0 else (known[0] + heard, known[1] + own)
            if made is None:
                found[point] = (False, (board, ko, seat, moves, passed, refused | {point}, told))
            elif moves + 1 == self.cap:
                found[point] = (True, self.score(made[0]))
            else:
                found[point] = (False, (made[0], board, 1 - seat, moves + 1, False, frozenset(), told))
        if passed or moves + 1 == self.cap:
            found[-1] = (True, self.score(board))
        else:
            both = (known[0] + "p", known[1] + "p")
            found[-1] = (False, (board, None, 1 - seat, moves + 1, True, frozenset(), both))
        return found

    def walk(self, node, reach: tuple[float, float]) -> float:  # type: ignore[no-untyped-def]
        self.histories += 1
        seat, known, found = node[2], f"{node[2]}{node[6][node[2]]}", self.tries(node)
        self.sets[seat].add(known)
        hoped = {each: max(self.regret[known][each], 0.0) for each in found}
        whole = sum(hoped.values())
        chances = {each: hope / whole if whole else 1 / len(found) for each, hope in hoped.items()}
        values = {}
        for each, (over, after) in found.items():
            if over:
                self.histories += 1
                values[each] = float(after)  # type: ignore[arg-type]
                continue
            further = (reach[0] * chances[each], reach[1]) if seat == 0 else (reach[0], reach[1] * chances[each])
            values[each] = self.walk(after, further)
        mean = sum(chances[each] * values[each] for each in found)
        for each in found:
            self.regret[known][each] += (values[each] - mean) * (1 if seat == 0 else -1) * reach[1 - seat]
            self.total[known][each] += reach[seat] * chances[each]
        return mean

    def answer(self, seat: int) -> float:
        """What a seat gets at most against the other's mean strategy."""
        return self.best_of([(self.start, 1.0)], seat)

    def best_of(self, nodes, seat: int) -> float:  # type: ignore[no-untyped-def]
        """The best that a seat gets from histories that look alike to it, each as likely as the other makes it."""
        value, mine, waiting = 0.0, defaultdict(list), list(nodes)
        while waiting:
            node, chance = waiting.pop()
            if node[2] == seat:
                mine[node[6][seat]].append((node, chance))
                continue
            known, found = f"{node[2]}{node[6][node[2]]}", self.tries(node)
            whole = sum(self.total[known].values())
            for each, (over, after) in found.items():
                likely = chance * (self.total[known][each] / whole if whole else 1 / len(found))
                if over:
                    value += likely * after * (1 if seat == 0 else -1)
                else:
                    waiting.append((after, likely))
        for alike in mine.values():
            options = [(self.tries(node), chance) for node, chance in alike]
            best = []
            for each in options[0][0]:
                ends = [(found[each][1], chance) for found, chance in options if found[each][0]]
                further = [(found[each][1], chance) for found, chance in options if not found[each][0]]
                sign = 1 if seat == 0 else -1
                best.append(
                    sum(after * chance * sign for after, chance in ends)
                    + (self.best_of(further, seat) if further else 0.0)
                )
            value += max(best)
        return value
