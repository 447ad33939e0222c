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

std::vector<int> PageSampler::ask(std::vector<std::uint64_t> &addresses) {
  const std::uint64_t left = limits_.of_look - std::min(asked_, limits_.of_look);
  if (refused_)
    addresses.clear();
  limited_ |= addresses.size() > left;
  addresses.resize(std::min<std::uint64_t>(addresses.size(), left));
  if (addresses.empty())
    return {};
  const auto start = Clock::now();
  auto status = query_(addresses);
  seconds_ += std::chrono::duration<double>(Clock::now() - start).count();
  if (!status) {
    refused_ = std::move(status.error());
    return {};
  }
  asked_ += addresses.size();
  return std::move(*status);
}

PlacedPages PageSampler::sample(std::uint64_t begin, std::uint64_t size) {
  if (size == 0 || begin + size < begin)
    return {};
  const std::uint64_t first = begin / page_bytes_;
  const std::uint64_t pages = (begin + size - 1) / page_bytes_ - first + 1;
  const std::uint64_t count = std::min(pages, limits_.of_object);
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto page = static_cast<std::uint64_t>(
        static_cast<double>(pages) / static_cast<double>(count) * static_cast<double>(i));
    addresses.push_back((first + page) * page_bytes_);
  }
  PlacedPages sampled = sample(std::move(addresses));
  sampled.pages = pages;
  return sampled;
}

PlacedPages PageSampler::sample(std::vector<std::uint64_t> addresses) {
  PlacedPages pages;
  pages.pages = addresses.size();
  const std::vector<int> status = ask(addresses);
  pages.asked = status.size();
  for (const int one : status)
    take(one, pages);
  return pages;
}

std::vector<std::uint64_t> PageSampler::presentPages(std::uint64_t begin, std::uint64_t size) {
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t at = begin / page_bytes_ * page_bytes_; at < begin + size; at += page_bytes_)
    addresses.push_back(at);
  const std::vector<int> status = ask(addresses);
  std::vector<std::uint64_t> present;
  for (std::size_t i = 0; i < status.size(); ++i)
    if (status[i] >= 0)
      present.push_back(addresses[i]);
  return present;
}

} // namespace fsfind::process
