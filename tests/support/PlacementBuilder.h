#pragma once

#include "rules/model/Placement.h"

#include <string>

namespace fsfind::test {

inline constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kSmallPage = 4096;

inline PlacedThread thread(std::uint32_t tid, const std::string &name, std::uint32_t node,
                           double seconds) {
  PlacedThread one;
  one.tid = tid;
  one.name = name;
  one.node = node;
  one.cpu = node * 4;
  one.cpu_seconds = seconds;
  one.allowed = {0, 1};
  return one;
}

/// A variable of which all pages were asked for; `on` holds pages.
inline PlacedObject variable(const std::string &name, std::uint64_t address, std::uint64_t size,
                             const ByNode &on) {
  PlacedObject one;
  one.object.kind = ObjectKind::Global;
  one.object.name = name;
  one.object.address = address;
  one.object.size = size;
  one.object.declared = {"/src/solver.c", 12, 0};
  one.module = "/opt/solver";
  one.pages.pages = one.pages.asked = size / kSmallPage;
  one.pages.nodes = on;
  one.pages.absent = one.pages.asked - sumOf(on);
  return one;
}

inline PlacedRegion region(RegionKind kind, std::uint64_t begin, std::uint64_t size,
                           const ByNode &bytes) {
  PlacedRegion one;
  one.begin = begin;
  one.end = begin + size;
  one.kind = kind;
  one.writable = true;
  one.page_bytes = kSmallPage;
  one.bytes = bytes;
  return one;
}

/// A process on a machine of two nodes with four CPUs each: `grid`, of 16 MiB, was filled by one
/// thread of node 0, and two workers on each node have used most of the time.
inline Placement twoNodes() {
  Placement look;
  look.pid = 4711;
  look.name = "solver";
  look.command = {"./solver", "--threads", "4"};
  look.seconds = 12.5;
  look.nodes = {{0, {0, 1, 2, 3}, 8192 * kMebi, 4096 * kMebi},
                {1, {4, 5, 6, 7}, 8192 * kMebi, 8000 * kMebi}};
  look.balancing = 0;
  look.huge_pages = "madvise";
  look.regions = {region(RegionKind::Variables, 0x10000000, 16 * kMebi, {{0, 16 * kMebi}})};
  look.objects = {variable("grid", 0x10000000, 16 * kMebi, {{0, 4096}})};
  look.threads = {thread(4711, "solver", 0, 0.1), thread(4712, "worker", 0, 5),
                  thread(4713, "worker", 0, 5), thread(4714, "worker", 1, 5),
                  thread(4715, "worker", 1, 5)};
  return look;
}

} // namespace fsfind::test
