// What the facts say of the alignment of allocated objects, however the memory comes to its type.
#include "tests/analyzer/extract/FactsOf.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace alignedMemoryTest {

using testing::ElementsAre;

constexpr const char *kLibrary = R"(
    using size_t = decltype(sizeof 0);
    extern "C" {
    void *malloc(size_t); void *aligned_alloc(size_t, size_t); void *memset(void *, int, size_t);
    void *valloc(size_t); void abort(); int posix_memalign(void **, size_t, size_t);
    }
    void *operator new(size_t, void *at) noexcept;
    struct route { long other[9]; };
    struct route *kept;
)";

/// `route 64 of 72`: the type, the alignment and the bytes of each allocation of a typed object.
std::vector<std::string> objectsOf(const std::string &code) {
  const Facts facts = factsOf(kLibrary + code);
  std::vector<std::string> found;
  for (const FactFunction &function : facts.functions)
    for (const FactAllocation &one : function.allocations)
      if (const auto record = one.element ? facts.type(*one.element).record : std::nullopt)
        found.push_back(facts.record(*record).name + " " + std::to_string(one.alignment) + " of " +
                        std::to_string(one.bytes));
  return found;
}

TEST(AlignedMemory, GivenByThePointerThatHoldsTheObject) {
  EXPECT_THAT(objectsOf("void f() { posix_memalign((void **)&kept, 64, sizeof *kept); }"),
              ElementsAre("route 64 of 72"));
}

TEST(AlignedMemory, GivenByALocalVoidPointer) {
  for (const char *code :
       {"void f() { void *p; if (posix_memalign(&p, 64, sizeof(route))) return; "
        "memset(p, 0, sizeof(route)); kept = static_cast<route *>(p); }",
        "void f() { void *p = nullptr; int e = posix_memalign(&p, 64, sizeof(route)); "
        "if (e) abort(); route *q = (route *)p; kept = q; }",
        "int f(route **out) { void *p; if (posix_memalign(&p, 64, sizeof(route))) return 1; "
        "*out = reinterpret_cast<route *>(p); return 0; }",
        "template <class T> T *make() { void *p; if (posix_memalign(&p, 64, sizeof(T))) return 0; "
        "return static_cast<T *>(p); } void f() { kept = make<route>(); }"})
    EXPECT_THAT(objectsOf(code), ElementsAre("route 64 of 72")) << code;
}

TEST(AlignedMemory, OneOfTwoAllocatorsPromisesLess) {
  EXPECT_THAT(objectsOf("void f() { void *p; if (posix_memalign(&p, 64, sizeof(route))) "
                        "p = malloc(sizeof(route)); kept = (route *)p; }"),
              ElementsAre("route 64 of 72", "route 16 of 72"));
}

TEST(AlignedMemory, WrappersPassOnSizeAndAlignment) {
  const char *use = "void f() { kept = (route *)xalloc(sizeof(route)); }";
  EXPECT_THAT(objectsOf(std::string("void *xalloc(size_t n) { "
                                    "return aligned_alloc(64, (n + 63) / 64 * 64); }") +
                        use),
              ElementsAre("route 64 of 128"));
  EXPECT_THAT(objectsOf(std::string("void *xalloc(size_t n) { size_t all = (n + 127) & ~127ul; "
                                    "return aligned_alloc(128, all); }") +
                        use),
              ElementsAre("route 128 of 128"));
  EXPECT_THAT(objectsOf("void *xalloc(size_t a, size_t n) { return aligned_alloc(a, n); }"
                        "void f() { kept = (route *)xalloc(256, sizeof(route)); }"),
              ElementsAre("route 256 of 72"));
  EXPECT_THAT(objectsOf("int xalloc(void **out, size_t n) { return posix_memalign(out, 64, n); }"
                        "void f() { void *p; if (xalloc(&p, sizeof(route))) return; "
                        "kept = (route *)p; }"),
              ElementsAre("route 64 of 72"));
}

TEST(AlignedMemory, SizesInLocals) {
  EXPECT_THAT(objectsOf("void f() { size_t n = (sizeof(route) + 63) & ~63ul; "
                        "kept = (route *)aligned_alloc(64, n); }"),
              ElementsAre("route 64 of 128"));
}

TEST(AlignedMemory, ObjectsPlacedInIt) {
  EXPECT_THAT(objectsOf("void f() { void *p = aligned_alloc(64, 128); kept = new (p) route; }"),
              ElementsAre("route 64 of 72"));
  EXPECT_THAT(objectsOf("void f() { void *p; if (posix_memalign(&p, 64, sizeof(route))) return; "
                        "kept = new (p) route; }"),
              ElementsAre("route 64 of 72", "route 64 of 72"));
}

TEST(AlignedMemory, LessThanMallocIsMallocs) {
  EXPECT_THAT(objectsOf("void f() { posix_memalign((void **)&kept, 8, sizeof *kept); }"),
              ElementsAre("route 16 of 72"));
}

TEST(AlignedMemory, Pages) {
  EXPECT_THAT(objectsOf("void f() { kept = (route *)valloc(sizeof(route)); }"),
              ElementsAre("route 4096 of 72"));
}

} // namespace alignedMemoryTest
} // namespace fsfind::test
