#pragma once

#include "rules/measured/usage/LineUsage.h"

#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

/// What one operation of a thread uses of a line, estimated for recordings that do not tell of
/// stays (see Access::essential).
///
/// A load that misses for bytes that nobody else writes is worth something if its thread goes on to
/// use what others write beside them: `if (s->enabled) s->count++` would miss at `count` anyway. A
/// recording of hardware shows the load and the store, but not that they follow each other. So what
/// the same thread stores to in the same function, in code close by, is taken to be of the same
/// operation; not, however, in other objects of the same variable or type, for a function that
/// works at one element after the other uses one in an operation.
namespace fsfind {

class Operations {
public:
  Operations(const Profile &profile, const Line &line, const LineUsage &usage);

  /// Adds the cells that the operation of this load stores to.
  void addCells(const Access &load, std::vector<bool> &cells) const;

private:
  struct Store {
    const Access *access;
    std::uint32_t cell;
  };
  using Key = std::tuple<std::uint32_t, std::string_view, std::string_view>;

  [[nodiscard]] Key keyOf(const Access &access) const;
  [[nodiscard]] bool mayBeOne(const Access &load, const Access &store) const;

  const Profile &profile_;
  std::map<Key, std::vector<Store>> stores_; ///< by thread, module and function
};

} // namespace fsfind
