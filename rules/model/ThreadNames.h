#pragma once

#include "rules/model/Finding.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fsfind {

/// What reports call a thread: by the name that it has itself, or the function that it starts in,
/// with a number where several have the same (`consume #2`); `main thread`; `thread 13` by its id
/// if nothing tells it from the program's other threads.
class ThreadNames {
public:
  explicit ThreadNames(const Profile &profile);

  [[nodiscard]] const std::string &of(ThreadIndex thread) const { return names_[thread.value()]; }
  [[nodiscard]] std::string of(std::uint32_t tid) const;
  /// Has the findings' messages and advice call threads so, which they have by their ids (`thread
  /// 13`).
  void tell(std::vector<Finding> &findings) const;

private:
  [[nodiscard]] std::string told(std::string_view text) const;

  std::vector<std::string> names_;              ///< by ThreadIndex
  std::map<std::uint32_t, std::size_t> by_tid_; ///< into `names_`
};

} // namespace fsfind
