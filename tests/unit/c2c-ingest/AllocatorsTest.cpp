// Heap allocators are known by what their modules define.
#include "c2c-ingest/process/Allocators.h"

#include <gmock/gmock.h>

namespace fsfind::process {

using testing::IsEmpty;

namespace allocatorsTest {

/// The only allocator among the names.
PlacedAllocator only(const std::vector<std::string> &names) {
  const std::vector<PlacedAllocator> found = allocatorsAmong(names);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? PlacedAllocator{} : found.front();
}

TEST(Allocators, AreKnownByTwoOfTheirFunctions) {
  EXPECT_EQ(only({"__libc_malloc", "mallopt"}).kind, AllocatorKind::Glibc);
  EXPECT_EQ(only({"tc_malloc", "tc_free", "malloc"}).kind, AllocatorKind::Gperftools);
  EXPECT_EQ(only({"TCMallocInternalMalloc", "TCMallocInternalFree"}).kind, AllocatorKind::Tcmalloc);
  EXPECT_EQ(only({"mi_free", "mi_malloc"}).kind, AllocatorKind::Mimalloc);
  EXPECT_THAT(allocatorsAmong({"malloc", "free", "mi_malloc", "tc_free", "mallctl"}), IsEmpty());
}

TEST(Allocators, JemallocMayHaveAPrefix) {
  EXPECT_EQ(only({"mallctl", "mallctlbymib", "malloc"}).prefix, "");
  const PlacedAllocator rust = only({"_rjem_mallctl", "_rjem_mallctlbymib"});
  EXPECT_EQ(rust.kind, AllocatorKind::Jemalloc);
  EXPECT_EQ(rust.prefix, "_rjem_");
  EXPECT_EQ(rust.symbol, "_rjem_mallctl");
  EXPECT_THAT(allocatorsAmong({"a_mallctlbymib", "b_mallctl"}), IsEmpty());
}

} // namespace allocatorsTest
} // namespace fsfind::process
