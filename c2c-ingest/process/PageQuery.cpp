#include "c2c-ingest/process/PageQuery.h"

#include "c2c-ingest/process/ProcFiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numaif.h>

namespace fsfind::process {

namespace {

Error refusal(std::uint32_t pid, int error) {
  if (error == EPERM || error == EACCES)
    return {processText(pid),
            {},
            "the kernel does not tell on which nodes single pages are (move_pages: not permitted)",
            "allow it to who may trace the process (ptrace(2)); in containers also by their "
            "seccomp profile, or with CAP_SYS_NICE"};
  if (error == ENOSYS)
    return {processText(pid),
            {},
            "the kernel does not tell on which nodes single pages are (it lacks move_pages)",
            "look on a kernel that is built with CONFIG_NUMA and CONFIG_MIGRATION"};
  return {processText(pid), {}, fmt::format("move_pages fails: {}", std::strerror(error)), {}};
}

void take(int status, PlacedPages &pages) {
  if (status >= 0)
    ++pages.nodes[static_cast<std::uint32_t>(status)];
  else if (status == -ENOENT)
    ++pages.absent;
  else
    ++pages.without;
}

} // namespace

PageQuery kernelPages(std::uint32_t pid) {
  return [pid](std::span<const std::uint64_t> addresses) -> Expected<std::vector<int>> {
    std::vector<void *> pages;
    for (const std::uint64_t address : addresses)
      pages.push_back(reinterpret_cast<void *>(address)); // of another process: only a number
    std::vector<int> status(pages.size(), -ENOENT);
    if (move_pages(static_cast<int>(pid), pages.size(), pages.data(), nullptr, status.data(), 0) <
        0)
      return failure(refusal(pid, errno));
    return status;
  };
}

PlacedPages PageSampler::sample(std::uint64_t begin, std::uint64_t size) {
  PlacedPages pages;
  if (size == 0 || begin + size < begin)
    return pages;
  const std::uint64_t first = begin / page_bytes_;
  pages.pages = (begin + size - 1) / page_bytes_ - first + 1;
  const std::uint64_t left = limits_.of_look - std::min(asked_, limits_.of_look);
  const std::uint64_t wanted = std::min(pages.pages, limits_.of_object);
  const std::uint64_t count = refused_ ? 0 : std::min(wanted, left);
  limited_ |= !refused_ && count < wanted;
  if (count == 0)
    return pages;
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto page = static_cast<std::uint64_t>(
        static_cast<double>(pages.pages) / static_cast<double>(count) * static_cast<double>(i));
    addresses.push_back((first + page) * page_bytes_);
  }
  const auto start = Clock::now();
  const auto status = query_(addresses);
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  if (!status) {
    refused_ = status.error();
    return pages;
  }
  asked_ += count;
  pages.asked = count;
  for (const int one : *status)
    take(one, pages);
  return pages;
}

} // namespace fsfind::process
