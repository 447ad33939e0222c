#pragma once

#include "rules/model/Placement.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// On which nodes single pages of a process are.
namespace fsfind::process {

/// Asks for the pages that hold these addresses. Each answer is the number of a node, or a negative
/// errno, as move_pages(2) gives them in `status`.
using PageQuery = std::function<Expected<std::vector<int>>(std::span<const std::uint64_t>)>;

/// The kernel's answers: move_pages(2) with nodes = NULL, which moves nothing. Since Linux 4.13 it
/// needs the right to read the process by ptrace(2).
[[nodiscard]] PageQuery kernelPages(std::uint32_t pid);

/// At most so many pages of an object are asked for, and so many in one look.
struct PageLimits {
  std::uint64_t of_object = 1024, of_look = 65536;
};

/// Asks for pages of several objects, within limits.
class PageSampler {
public:
  PageSampler(PageQuery query, std::uint64_t page_bytes, PageLimits limits)
      : query_(std::move(query)), page_bytes_(page_bytes), limits_(limits) {}

  /// Pages of the bytes [begin, begin + size), spread evenly. Without answers if the kernel gives
  /// none or no page is left of the limit.
  [[nodiscard]] PlacedPages sample(std::uint64_t begin, std::uint64_t size);

  /// The pages that hold the addresses.
  [[nodiscard]] PlacedPages sample(std::vector<std::uint64_t> addresses);
  /// Begins of the pages of [begin, begin + size) that are on a node, as far as the limit of a look
  /// lets them be asked for.
  [[nodiscard]] std::vector<std::uint64_t> presentPages(std::uint64_t begin, std::uint64_t size);

  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  [[nodiscard]] double seconds() const { return seconds_; }
  /// Whether the limit kept pages from being asked for that there would have been.
  [[nodiscard]] bool limited() const { return limited_; }
  /// Why the kernel gives no answers; empty if it does.
  [[nodiscard]] const std::optional<Error> &refused() const { return refused_; }

private:
  /// Answers for the pages, within the limit: for fewer if it is reached, for none if the kernel
  /// gives no answers.
  [[nodiscard]] std::vector<int> ask(std::vector<std::uint64_t> &addresses);

  PageQuery query_;
  std::uint64_t page_bytes_;
  PageLimits limits_;
  std::uint64_t asked_ = 0;
  double seconds_ = 0;
  bool limited_ = false;
  std::optional<Error> refused_;
};

} // namespace fsfind::process
