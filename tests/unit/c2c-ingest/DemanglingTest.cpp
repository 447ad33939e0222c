#include "c2c-ingest/debuginfo/Demangling.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace fsfind::debuginfo {
namespace demanglingTest {

// Mangled by rustc in its legacy way, by rustc -C symbol-mangling-version=v0, and by g++.
TEST(Demangling, GivesNamesAsTheAuthorWroteThem) {
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

TEST(Demangling, LeavesOthers) {
  EXPECT_EQ(demangled("_ZN2ns5countEv"), "ns::count()");
  EXPECT_EQ(demangled("_ZN2ns4$oddE"), "ns::$odd");
  EXPECT_EQ(demangled("_ZN1a3$x$17h4b4bdd4a7f583ddaE"), "a::$x$") << "no escape that is known";
  EXPECT_EQ(demangled("_ZN1a5$u1b$17h4b4bdd4a7f583ddaE"), "a::$u1b$") << "no control characters";
  EXPECT_EQ(demangled("plain"), "plain");
}

/// A function of a template whose arguments each have the one before twice.
std::string doublingCxx(int times) {
  const auto seen = [](int index) {
    return fmt::format("S{}_", std::string(1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index]));
  };
  std::string name = "_Z1f1PIiiE";
  for (int i = 0; i < times; ++i)
    name += "S_I" + seen(i) + seen(i) + "E";
  return name;
}

std::string doublingRust(int times) {
  std::string name = "INvC1a1f", before = "ll";
  for (int i = 0; i < times; ++i) {
    const std::size_t at = name.size();
    name += "T" + before + "E";
    // RFC 2603 counts places from 0, written as `_`, 1 as `0_`.
    constexpr std::string_view kDigits =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string place;
    for (std::size_t rest = at - 1;; rest /= kDigits.size()) {
      place.insert(0, 1, kDigits[rest % kDigits.size()]);
      if (rest < kDigits.size())
        break;
    }
    before = fmt::format("B{0}_B{0}_", place);
  }
  return "_R" + name + "E";
}

TEST(Demangling, FollowsReferencesWithinName) {
  EXPECT_EQ(demangled(doublingCxx(1)), "f(P<int, int>, P<P<int, int>, P<int, int>>)");
  EXPECT_EQ(demangled(doublingRust(2)), "a::f::<(i32, i32), ((i32, i32), (i32, i32))>");
  EXPECT_EQ(demangled("_ZNSt6vectorISsSaISsEE9push_backERKSs").substr(0, 11), "std::vector");
  EXPECT_EQ(demangled("_Z1gIJiclEEvDpOT_"), "void g<int, char, long>(int&&, char&&, long&&)");
}

TEST(Demangling, LeavesNamesThatNoMemoryHolds) {
  for (const std::string &name : {doublingCxx(30), doublingRust(60)})
    EXPECT_EQ(demangled(name), name);
}

TEST(Demangling, LeavesPacksOfPacksThatNoMemoryHolds) {
  // void f<int...>(P<T..., T...>...) and so on, each an expansion of what is an expansion.
  std::string name = "_Z1fIJ" + std::string(2000, 'i') + "EEv";
  std::string type = "T_";
  for (int i = 0; i < 8; ++i)
    type = "Dp1PIJ" + type + type + "EE";
  EXPECT_LT(demangled(name + type).size(), std::size_t{1} << 18);
}

} // namespace demanglingTest
} // namespace fsfind::debuginfo
