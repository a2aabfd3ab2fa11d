// The native limit: the kernel's playouts in C++, the same algorithm on the same board (see kernel/playouts.py).
// Go, simple ko, no suicide, uniform over legal moves that fill no own eye, to two passes or `most` moves, counted by area.
//
//   clang++ -O3 -march=native -o native native.cpp && ./native 9 20000 1

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using Cell = std::int32_t;
using Index = std::uint64_t;

constexpr Index kRow = 20, kCells = 421;
constexpr int kField = 15, kUpper = 16;
constexpr Cell kNothing = 1, kBlack = 1 << 4, kWhite = 1 << 8, kBorder = 1 << 12;
constexpr Cell kEdge = (kBorder << kUpper) + 2048, kPlenty = 1 << 30;

struct Board {
  Cell around[kCells], label[kCells], next[kCells], count[kCells], list[kCells];
  Index empties, ko;
  int lead, plies, most;

  static Index beside(Index p, int way) { return way == 0 ? p - kRow : way == 1 ? p - 1 : way == 2 ? p + 1 : p + kRow; }

  Index join(Index one, Index other) {
    if (count[one] < count[other]) std::swap(one, other);
    Index p = other;
    do { label[p] = Cell(one), p = Index(next[p]); } while (p != other);
    std::swap(next[one], next[other]);
    count[one] += count[other];
    return one;
  }

  void remove(Index root, Cell theirs) {
    const Cell less = theirs - kNothing;
    Index p = root;
    do {
      const Index after = Index(next[p]);
      around[p] -= less << kUpper, label[p] = 0, list[empties++] = Cell(p);
      for (int way = 0; way < 4; ++way) {
        const Index q = beside(p, way);
        around[q] -= less, ++count[label[q]];
      }
      p = after;
    } while (p != root);
  }

  bool breathes_or_takes(Index p, Cell mine) const {
    const Index pa = p - kRow, pb = p - 1, pc = p + 1, pd = p + kRow;
    const Cell la = label[pa], lb = label[pb], lc = label[pc], ld = label[pd], own = mine << kUpper;
    const int ab = la == lb, ac = la == lc, ad = la == ld, bc = lb == lc, bd = lb == ld, cd = lc == ld;
    return (((around[pa] & own) != 0) != (count[la] == 1 + ab + ac + ad)) |
           (((around[pb] & own) != 0) != (count[lb] == 1 + ab + bc + bd)) |
           (((around[pc] & own) != 0) != (count[lc] == 1 + ac + bc + cd)) |
           (((around[pd] & own) != 0) != (count[ld] == 1 + ad + bd + cd));
  }

  bool corners_hold(Index p, Cell theirs) const {
    const Index down = p - kRow, up = p + kRow;
    const Cell corners = (around[down - 1] + around[down + 1] + around[up - 1] + around[up + 1]) >> kUpper;
    return (corners & (theirs * kField)) + (corners >= kBorder ? theirs : 0) < 2 * theirs;
  }

  bool may_play(Index p, Cell here, Cell mine, Cell theirs) const {
    if (here & kField) return true;
    if (!(here & (theirs * kField)) && corners_hold(p, theirs)) return false;
    return p != ko && breathes_or_takes(p, mine);
  }

  template <Cell mine, Cell theirs> void place(Index p, Cell here) {
    const Index pa = p - kRow, pb = p - 1, pc = p + 1, pd = p + kRow;
    const Cell va = around[pa], vb = around[pb], vc = around[pc], vd = around[pd];
    Index la = Index(label[pa]), lb = Index(label[pb]), lc = Index(label[pc]), ld = Index(label[pd]);
    constexpr Cell more = mine - kNothing, own = mine << kUpper;
    around[p] = here + (more << kUpper);
    around[pa] = va + more, around[pb] = vb + more, around[pc] = vc + more, around[pd] = vd + more;
    const Cell a = --count[la], b = --count[lb], c = --count[lc], d = --count[ld];
    la = va & own ? la : 0, lb = vb & own ? lb : 0, lc = vc & own ? lc : 0, ld = vd & own ? ld : 0;
    Index root = la | lb | lc | ld;
    const bool several = la + lb + lc + ld != root * Index((here / mine) & kField);
    if (several) root = std::max(std::max(la, lb), std::max(lc, ld));
    root = root ? root : p;
    count[p] = 0, next[p] = Cell(p), label[p] = Cell(root);
    count[root] += here & kField;
    const Cell after = next[root];
    next[root] = Cell(p), next[p] = after;
    if (several)
      for (int way = 0; way < 4; ++way) {
        const Index q = beside(p, way);
        if (around[q] & own && Index(label[q]) != root) root = join(root, Index(label[q]));
      }
    ko = 0;
    const Index before = empties;
    if (std::min(std::min(a, b), std::min(c, d)) == 0) {
      for (int way = 0; way < 4; ++way) {
        const Index q = beside(p, way);
        if (around[q] & (theirs << kUpper) && count[label[q]] == 0) remove(Index(label[q]), theirs);
      }
      if (empties - before == 1 && Index(next[p]) == p && count[p] == 1) ko = Index(list[empties - 1]);
    }
    lead += (1 + int(empties - before)) * (mine == kBlack ? 1 : -1);
  }

  // Whether a stone was placed; a pass if not.
  template <Cell mine, Cell theirs> bool turn(std::uint64_t& x) {
    Index left = empties;
    while (left) {
      x ^= x << 13, x ^= x >> 7, x ^= x << 17;
      const Index k = ((x >> 32) * left) >> 32, p = Index(list[k]);
      const Cell here = around[p];
      if (may_play(p, here, mine, theirs)) {
        list[k] = list[--empties];
        place<mine, theirs>(p, here);
        return true;
      }
      list[k] = list[--left], list[left] = Cell(p);
    }
    ko = 0;
    return false;
  }

  void play_out(std::uint64_t& x) {
    bool black = true;
    for (int passes = 0; passes < 2 && plies < most; ++plies, black = !black)
      passes = (black ? turn<kBlack, kWhite>(x) : turn<kWhite, kBlack>(x)) ? 0 : passes + 1;
  }

  // Where empty points stand beside each other: a region is that colour's which alone it reaches.
  int margin_with_regions() {
    static Cell stack[kCells];
    int total = lead;
    for (Index k = 0; k < empties; ++k) next[list[k]] = 0;
    for (Index k = 0; k < empties; ++k) {
      if (next[list[k]]) continue;
      next[stack[0] = list[k]] = 1;
      int height = 1, size = 0;
      Cell reached = 0;
      while (height) {
        const Index p = Index(stack[--height]);
        ++size, reached |= around[p];
        for (int way = 0; way < 4; ++way) {
          const Index q = beside(p, way);
          if (around[q] & (kNothing << kUpper) && !next[q]) next[q] = 1, stack[height++] = Cell(q);
        }
      }
      total += size * (!(reached & (kWhite * kField)) - !(reached & (kBlack * kField)));
    }
    return total;
  }

  int margin() {
    int total = lead;
    bool wide = false;
    for (Index k = 0; k < empties; ++k) {
      const Cell here = around[list[k]];
      wide |= (here & kField) != 0;
      total += !(here & (kWhite * kField)) - !(here & (kBlack * kField));
    }
    return wide ? margin_with_regions() : total;
  }

  void lay_empty(int lines) {
    std::memset(this, 0, sizeof *this);
    for (Cell& cell : around) cell = kEdge;
    for (int row = 1; row <= lines; ++row)
      for (int column = 1; column <= lines; ++column) {
        const Index p = Index(row) * kRow + Index(column);
        around[p] = kNothing << kUpper;
        list[empties++] = Cell(p);
      }
    for (Index k = 0; k < empties; ++k)
      for (int way = 0; way < 4; ++way) around[list[k]] += around[beside(Index(list[k]), way)] >> kUpper;
    count[0] = kPlenty;
    most = 3 * lines * lines;
  }

  void copy_empty(const Board& fresh, Index end) {
    std::memcpy(around, fresh.around, sizeof(Cell) * end);
    std::memcpy(label, fresh.label, sizeof(Cell) * end);
    std::memcpy(list, fresh.list, sizeof(Cell) * fresh.empties);
    count[0] = kPlenty;
    empties = fresh.empties, ko = 0, lead = 0, plies = 0, most = fresh.most;
  }
};

static std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return (x ^ (x >> 31)) | 1;
}

int main(int count, char** words) {
  const int lines = count > 1 ? std::atoi(words[1]) : 9, games = count > 2 ? std::atoi(words[2]) : 20000;
  const std::uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
  static Board fresh, board;
  fresh.lay_empty(lines);
  const Index end = Index(lines + 1) * kRow + Index(lines) + 2;
  std::int64_t plies = 0, margin = 0;
  const std::clock_t begun = std::clock(); // processor time: a busy neighbour does not count
  for (int game = 0; game < games; ++game) {
    board.copy_empty(fresh, end);
    std::uint64_t x = mixed(seed + std::uint64_t(game) * 0x9E3779B97F4A7C15u);
    board.play_out(x);
    plies += board.plies;
    margin += board.margin();
  }
  const double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
  std::printf("{\"games\": %d, \"seconds\": %.6f, \"plies\": %lld, \"mean_margin\": %.4f}\n", games, seconds,
              static_cast<long long>(plies), double(margin) / games);
}
