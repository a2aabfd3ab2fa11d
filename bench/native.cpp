// The native limit: the kernel's playouts in C++, the same algorithm on the same layout.
// Go, simple ko, no suicide, uniform over legal moves that fill no own eye, to two passes or `most` moves, counted by area.
//
//   clang++ -O3 -march=native -o native bench/native.cpp && ./native 9 20000 1

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>

using Cell = std::int32_t;
using Index = std::uint64_t;

constexpr int kHeader = 32, kBorder = 7;
enum { kToMove, kKo, kLone, kPasses, kEmpties, kGhosts, kPlies, kEnded, kWinner, kBlackPasses, kWhitePasses, kLostBlack, kLostWhite };
enum { kN = 13, kW, kWidth, kHeight, kMost };
enum { kColour, kList, kWhere, kLabel, kNext, kCount, kSum, kSquares, kStones, kStack, kSections };

struct Board {
  Cell* s;
  Index n, w;

  Cell& at(int section, Index p) const { return s[kHeader + n * section + p]; }
  Index beside(Index p, int way) const { return way == 0 ? p - w : way == 1 ? p - 1 : way == 2 ? p + 1 : p + w; }
  Index label(Index p) const { return at(kLabel, p); }

  bool in_atari(Index root) const {
    const std::int64_t total = at(kSum, root);
    return std::int64_t(at(kCount, root)) * at(kSquares, root) == total * total;
  }
  void more(Index root, Index p) const {
    at(kCount, root) += 1, at(kSum, root) += Cell(p), at(kSquares, root) += Cell(p * p);
  }
  void less(Index root, Index p) const {
    at(kCount, root) -= 1, at(kSum, root) -= Cell(p), at(kSquares, root) -= Cell(p * p);
  }
  void add_empty(Index p) const {
    const Cell k = s[kEmpties]++;
    at(kList, k) = Cell(p), at(kWhere, p) = k;
  }
  void take_empty(Index p) const {
    const Cell last = at(kList, --s[kEmpties]), k = at(kWhere, p);
    at(kList, k) = last, at(kWhere, last) = k;
  }

  int remove_string(Index root) const {
    const Cell colour = at(kColour, root);
    Index p = root;
    do {
      const Index next = at(kNext, p);
      at(kColour, p) = at(kLabel, p) = 0;
      add_empty(p);
      for (int way = 0; way < 4; ++way) more(label(beside(p, way)), p);
      p = next;
    } while (p != root);
    const Cell gone = at(kStones, root);
    s[kLostBlack + colour - 1] += gone;
    return gone;
  }

  Index merge(Index one, Index other) const {
    if (at(kStones, one) < at(kStones, other)) { const Index kept = one; one = other, other = kept; }
    Index p = other;
    do { at(kLabel, p) = Cell(one), p = at(kNext, p); } while (p != other);
    const Cell after_one = at(kNext, one), after_other = at(kNext, other);
    at(kNext, one) = after_other, at(kNext, other) = after_one;
    for (int section : {kCount, kSum, kSquares, kStones}) at(section, one) += at(section, other);
    return one;
  }

  bool legal(Index p, Cell me) const {
    bool breathes = false, takes = false;
    for (int way = 0; way < 4; ++way) {
      const Index q = beside(p, way);
      const Cell c = at(kColour, q);
      const bool atari = in_atari(label(q));
      breathes |= (c == 0) | ((c == me) & !atari);
      takes |= (c == 3 - me) & atari;
    }
    return (breathes || takes) && Index(s[kKo]) != p;
  }

  bool is_eye(Index p, Cell me) const {
    for (int way = 0; way < 4; ++way) {
      const Cell c = at(kColour, beside(p, way));
      if (c != me && c != kBorder) return false;
    }
    int enemies = 0, edges = 0;
    for (Index q : {p - w - 1, p - w + 1, p + w - 1, p + w + 1}) {
      const Cell c = at(kColour, q);
      if (c == 3 - me) ++enemies;
      else if (c == kBorder) edges = 1;
    }
    return enemies + edges < 2;
  }

  void place(Index p, Cell me) const {
    take_empty(p);
    at(kColour, p) = me;
    for (int way = 0; way < 4; ++way) less(label(beside(p, way)), p);
    at(kLabel, p) = Cell(p), at(kNext, p) = Cell(p), at(kStones, p) = 1;
    Index root = p;
    Cell liberties = 0, sum = 0, squares = 0;
    for (int way = 0; way < 4; ++way) {
      const Index q = beside(p, way);
      const Cell empty = at(kColour, q) == 0;
      liberties += empty, sum += empty * Cell(q), squares += empty * Cell(q * q);
    }
    at(kCount, p) = liberties, at(kSum, p) = sum, at(kSquares, p) = squares;
    for (int way = 0; way < 4; ++way) {
      const Index q = beside(p, way);
      if (at(kColour, q) == me && label(q) != root) root = merge(root, label(q));
    }
    int captured = 0;
    for (int way = 0; way < 4; ++way) {
      const Index q = beside(p, way);
      if (at(kColour, q) == 3 - me && at(kCount, label(q)) == 0) captured += remove_string(label(q));
    }
    s[kKo] = captured == 1 && at(kStones, root) == 1 && at(kCount, root) == 1 ? at(kList, s[kEmpties] - 1) : 0;
    s[kToMove] = 3 - me, s[kPasses] = 0;
    if (++s[kPlies] >= s[kMost]) s[kEnded] = 4;
  }

  void pass(Cell me) const {
    s[kToMove] = 3 - me, s[kKo] = 0;
    if (++s[kPasses] == 2) s[kEnded] = 1;
    if (++s[kPlies] >= s[kMost] && !s[kEnded]) s[kEnded] = 4;
  }

  int margin() const {
    int black = 0, white = 0;
    for (Index p = 0; p < n; ++p) black += at(kColour, p) == 1, white += at(kColour, p) == 2;
    const Index empties = s[kEmpties];
    for (Index k = 0; k < empties; ++k) at(kNext, at(kList, k)) = 0;
    for (Index k = 0; k < empties; ++k) {
      const Index start = at(kList, k);
      if (at(kNext, start)) continue;
      at(kNext, start) = 1, at(kStack, 0) = Cell(start);
      Index height = 1;
      int size = 0, touched = 0;
      while (height) {
        const Index p = at(kStack, --height);
        ++size;
        for (int way = 0; way < 4; ++way) {
          const Index q = beside(p, way);
          const Cell c = at(kColour, q);
          if (c == 0) {
            if (!at(kNext, q)) at(kNext, q) = 1, at(kStack, height++) = Cell(q);
          } else if (c != kBorder) {
            touched |= c;
          }
        }
      }
      if (touched == 1) black += size;
      if (touched == 2) white += size;
    }
    return black - white;
  }
};

static std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return (x ^ (x >> 31)) | 1;
}

static void playout(const Board& b, std::uint64_t& x) {
  while (!b.s[kEnded]) {
    const Cell me = b.s[kToMove];
    Index left = b.s[kEmpties], move = 0;
    while (left) {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      const Index k = ((x >> 32) * left) >> 32, p = b.at(kList, k);
      if (b.legal(p, me) && !b.is_eye(p, me)) { move = p; break; }
      const Cell last = b.at(kList, --left);
      b.at(kList, left) = Cell(p), b.at(kList, k) = last, b.at(kWhere, p) = Cell(left), b.at(kWhere, last) = Cell(k);
    }
    if (move) b.place(move, me);
    else b.pass(me);
  }
}

int main(int count, char** words) {
  const int lines = count > 1 ? std::atoi(words[1]) : 9, games = count > 2 ? std::atoi(words[2]) : 20000;
  const std::uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
  const Index w = lines + 1, n = (lines + 2) * w + 1, size = kHeader + kSections * n;
  Cell* fresh = new Cell[size]();
  Cell* s = new Cell[size]();
  const Board empty{fresh, n, w}, board{s, n, w};
  fresh[kToMove] = 1, fresh[kMost] = 3 * lines * lines;
  for (Index p = 0; p < n; ++p) empty.at(kColour, p) = kBorder;
  for (int row = 1; row <= lines; ++row)
    for (int column = 1; column <= lines; ++column) {
      empty.at(kColour, row * w + column) = 0;
      empty.add_empty(row * w + column);
    }
  std::int64_t plies = 0, margin = 0;
  const std::clock_t begun = std::clock(); // processor time: a busy neighbour does not count
  for (int game = 0; game < games; ++game) {
    std::memcpy(s, fresh, sizeof(Cell) * (kHeader + 4 * n));
    board.at(kCount, 0) = board.at(kSum, 0) = board.at(kSquares, 0) = 0;
    std::uint64_t x = mixed(seed + game * 0x9E3779B97F4A7C15u);
    playout(board, x);
    plies += s[kPlies];
    margin += board.margin();
  }
  const double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("{\"games\": %d, \"seconds\": %.6f, \"plies\": %lld, \"mean_margin\": %.4f}\n", games, seconds,
              static_cast<long long>(plies), double(margin) / games);
}
