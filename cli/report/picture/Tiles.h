#pragma once

#include "cli/report/picture/Figure.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind::report {

/// Things that consist of others, drawn as rows of tiles, each as wide as its part of the whole and
/// below what it belongs to.
class Tiles {
public:
  /// Adds to the thing at the end of a path of names, and to all that it belongs to. `rank` is that
  /// of the line which the value is of.
  void add(const std::vector<std::string> &path, std::uint64_t value, std::uint32_t rank);

  [[nodiscard]] bool isEmpty() const { return root_.value == 0; }
  /// Picture, table of the things that no others belong to, and in the legend what is too narrow to
  /// draw. `heads` name the table's columns; the last one has what a path beyond them has.
  [[nodiscard]] Figure figure(const std::vector<std::string> &heads) const;

private:
  friend class TilePainter;

  struct Tile {
    std::uint64_t value = 0;
    std::uint64_t own = 0; ///< the part of `value` that paths ending here have
    std::map<std::string, std::unique_ptr<Tile>> parts;
    std::set<std::uint32_t> ranks; ///< of paths ending here
  };

  Tile root_;
};

} // namespace fsfind::report
