#include "c2c-ingest/debuginfo/Symbols.h"

#include <gtest/gtest.h>

namespace fsfind::debuginfo {
namespace {

// Mangled by rustc in its legacy way, by rustc -C symbol-mangling-version=v0, and by g++.
TEST(RustNames, AreAsTheAuthorWroteThem) {
  EXPECT_EQ(demangled("_ZN3std2rt10lang_start28_$u7b$$u7b$closure$u7d$$u7d$17h4b4bdd4a7f583ddaE"),
            "std::rt::lang_start::{{closure}}");
  EXPECT_EQ(demangled("_ZN4core3ptr144drop_in_place$LT$std..thread..lifecycle..spawn_unchecked$LT$"
                      "c..main..$u7b$$u7b$closure$u7d$$u7d$$C$$LP$$RP$$GT$..$u7b$$u7b$closure$u7d$"
                      "$u7d$$GT$17h68b4e7dd16571781E"),
            "core::ptr::drop_in_place<std::thread::lifecycle::spawn_unchecked<c::main::{{closure}},"
            "()>::{{closure}}>");
  EXPECT_EQ(demangled("_ZN13atomic_shards9count_hit17h3e6e37c0c79f1dcaE.llvm.17342866398927462702"),
            "atomic_shards::count_hit");
  EXPECT_EQ(demangled("_RNCNvCse0t5XC0jcx_1c4mains_0"), "c::main::{closure#1}");
}

TEST(RustNames, OthersStay) {
  EXPECT_EQ(demangled("_ZN2ns5countEv"), "ns::count()");
  EXPECT_EQ(demangled("_ZN2ns4$oddE"), "ns::$odd");
  EXPECT_EQ(demangled("_ZN1a3$x$17h4b4bdd4a7f583ddaE"), "a::$x$") << "no escape that is known";
  EXPECT_EQ(demangled("_ZN1a5$u1b$17h4b4bdd4a7f583ddaE"), "a::$u1b$") << "no control characters";
  EXPECT_EQ(demangled("plain"), "plain");
}

} // namespace
} // namespace fsfind::debuginfo
