// Members of Rust records that a wrapper parts which the file knows.
#include "tests/support/WrittenText.h"

#include <gmock/gmock.h>

namespace fsfind::written {
namespace rustMembersTest {

using namespace test;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kUse = "use crossbeam_utils::CachePadded;\n";
const std::string kRing = "struct Ring {\n    size: u64,\n    head: AtomicU64,\n    tail: "
                          "AtomicU64,\n}\n";
const std::string kWrapped = "struct Ring {\n    size: u64,\n    head: CachePadded<AtomicU64>,\n"
                             "    tail: CachePadded<AtomicU64>,\n}\n";

/// `head` and `tail` of different writers, as the advice draws them.
Finding ring(const std::string &type = "core::sync::atomic::AtomicU64") {
  constexpr std::uint64_t kWord = 8;
  Finding one = finding("app::Ring", {"size", "head", "tail"}, Remedy::AlignMembers);
  const RecordMembers members = {{"size", "u64", 0, kWord, kWord},
                                 {"head", type, kWord, kWord, kWord},
                                 {"tail", type, 2 * kWord, kWord, kWord}};
  one.record->members = std::make_shared<const RecordMembers>(members);
  Advice &advice = one.advice.front();
  advice.before = {{"size", 0, kWord, {}}, {"head", 8, kWord, {"a"}}, {"tail", 16, kWord, {"b"}}};
  advice.after = {{"head", 0, kLine, {"a"}}, {"tail", kLine, kLine, {"b"}}, {"size", 128, 8, {}}};
  advice.size_after = 3 * std::uint64_t{kLine};
  return one;
}

std::string rust(const std::string &text) {
  return edited(ring(), text, Language::Rust);
}

/// Without an edit, for the reason; the advice names the wrapper all the same.
auto wordsOnly(const std::string &why) {
  return AllOf(StartsWith("it is not certain to compile with 'CachePadded'"), HasSubstr(why));
}

TEST(RustMembers, AreWrappedByCrossbeamsTypeThatTheFileImports) {
  EXPECT_EQ(rust(kUse + kRing), kUse + kWrapped);
  for (const std::string use :
       {"use crossbeam::utils::CachePadded;\n", "use crossbeam_utils::{Backoff, CachePadded};\n",
        "use {crossbeam::{channel, utils::{Backoff, CachePadded}}, std::mem};\n",
        "pub use ::crossbeam_utils::CachePadded;\n"})
    EXPECT_EQ(rust(use + kRing), use + kWrapped);
  EXPECT_THAT(rust("use crossbeam_utils::CachePadded as Own;\n" + kRing),
              HasSubstr("head: Own<AtomicU64>"));
}

TEST(RustMembers, StayWordsWithoutAWrapperInTheirModule) {
  for (const std::string &text :
       {kRing, "use other::CachePadded;\n" + kRing, "mod a {\n" + kUse + "}\n" + kRing,
        kUse + "mod a {\n" + kRing + "}\n", "#[cfg(x)]\n" + kUse + kRing,
        "use crossbeam_utils::*;\n" + kRing, "fn f() { " + kUse + "}\n" + kRing})
    EXPECT_THAT(rust(text), HasSubstr("in Rust the fields and all that makes them")) << text;
}

TEST(RustMembers, AreWrappedWhereTheyAreMade) {
  EXPECT_EQ(rust(kUse + kRing +
                 "impl Ring {\n    pub fn new(size: u64) -> Self {\n        Self { size, head: "
                 "AtomicU64::new(f(1, 2)), tail: std::sync::atomic::AtomicU64::default() }\n    }\n"
                 "}\n"),
            kUse + kWrapped +
                "impl Ring {\n    pub fn new(size: u64) -> Self {\n        Self { size, head: "
                "CachePadded::new(AtomicU64::new(f(1, 2))), tail: "
                "CachePadded::new(std::sync::atomic::AtomicU64::default()) }\n    }\n}\n");
  const std::string uses =
      "fn use_it(ring: &Ring, head: u64) -> u64 {\n    let tail = ring.tail.load(R);\n"
      "    if head == tail { head } else { ring.head.fetch_add(head, R) + (0..tail).count() }\n}\n"
      "struct Other { head: u8 }\nimpl Other { fn f() -> Self { Self { head: 1 } } }\n"
      "fn other() -> u8 { let Other { head } = Other { head: 2 }; head }\n";
  EXPECT_EQ(rust(kUse + kRing + uses), kUse + kWrapped + uses);
}

TEST(RustMembers, AreWrappedInConstantsIfTheManifestWantsANewCrossbeam) {
  const std::string text =
      kUse + kRing + "static S: Ring = Ring { size: 0, head: AtomicU64::new(0), ..g() };\n";
  const auto with = [&](const std::string &manifest) {
    const Finding one = ring();
    return edited(editsOf(one, one.advice.front(),
                          {{"/p/src/ring.rs", text}, {"/p/Cargo.toml", manifest}}, Language::Rust,
                          {kLine, "x86_64"}),
                  text);
  };
  for (const std::string version :
       {"crossbeam-utils = \"0.8\"\n", "[dependencies]\ncrossbeam-utils=\"^0.8.21\"",
        "crossbeam-utils = { features = [], version = \"0.8.1\" }\r\n"})
    EXPECT_THAT(with(version), HasSubstr("head: CachePadded::new(AtomicU64::new(0))")) << version;
  for (const std::string version :
       {"", "crossbeam-utils = \"0.7\"", "crossbeam-utils = \"*\"", "crossbeam-utils = \">=0.7\"",
        "crossbeam-utils.workspace = true", "crossbeam-utils = { path = \"../x\" }",
        "crossbeam = \"0.8\"", "crossbeam-utils = \"0.80\"", "crossbeam-utils = \"0.8, <0.9\"",
        "crossbeam-utils = \"0.8\"\n[dev-dependencies]\ncrossbeam-utils = \"0.7\"",
        "# crossbeam-utils = \"0.8\"", "crossbeam-utils", "crossbeam-utils = \"",
        "crossbeam-utils."})
    EXPECT_THAT(with(version), HasSubstr("not all that is done with 'head'")) << version;
}

TEST(RustMembers, AreNotWrappedIfAUseIsNotPlain) {
  const std::string plain = "not all that is done with 'head' is plain";
  for (const std::string use :
       {"fn f(r: &Ring) { g(&r.head); }", "fn f(r: Ring) { r.head.into_inner(); }",
        "fn f(r: Ring) -> A { let Ring { head, .. } = r; head }",
        "fn f(head: A, tail: A) -> Ring { Ring { size: 0, head, tail: AtomicU64::new(0) } }",
        "fn f() -> Ring { Ring { size: 0, head: zero(), tail: zero() } }",
        "fn f() -> Ring { Ring { head: AtomicU64::new(0).into(), ..g() } }",
        "fn f() -> Ring { a::Ring { head: AtomicU64::new(0), ..g() } }",
        "type R = Ring; fn f() -> R { R { head: AtomicU64::new(0), ..g() } }",
        "static S: Ring = Ring { size: 0, head: AtomicU64::new(0), tail: AtomicU64::new(0) };",
        "impl Ring { const fn f() -> Self { Self { head: AtomicU64::new(0), ..g() } } }",
        "fn f(r: &Ring) { m!(r, head); }", "fn f(r: &Ring) { m!(&(r, head)); }",
        "fn f(r: &Ring) { r.r#head.load(R); }",
        "mod t { use super::*; fn f() -> Ring { Ring { head: AtomicU64::new(0), ..g() } } }",
        "enum E { Ring { head: u8 } }"})
    EXPECT_THAT(rust(kUse + kRing + use), wordsOnly(plain)) << use;
}

TEST(RustMembers, AreNotWrappedIfOthersMayUseThem) {
  EXPECT_THAT(rust(kUse + kRing + "mod child;\n"), wordsOnly("other files can use the fields"));
  EXPECT_THAT(rust(kUse + kRing + "include!(\"a.rs\");\n"), wordsOnly("other files"));
  EXPECT_THAT(rust(kUse + kRing + "macro_rules! m { ($f:ident) => { r.$f } }\n"),
              wordsOnly("a macro of the file"));
  const std::string open = "struct Ring { size: u64, pub head: AtomicU64, pub(crate) tail: "
                           "AtomicU64 }\n";
  EXPECT_THAT(rust(kUse + open), wordsOnly("other files can use 'head'"));
  EXPECT_THAT(rust(kUse + open + "pub async fn main() {}\n"), wordsOnly("other files can use"));
  EXPECT_THAT(rust(kUse + open + "fn main() {}\n"), HasSubstr("pub head: CachePadded<AtomicU64>"));
}

TEST(RustMembers, AreNotWrappedInRecordsOfWhichMoreIsMade) {
  for (const std::string attribute :
       {"#[derive(Debug)]", "#[derive(Default, Clone)]", "#[serde(x)]", "#[cfg(x)]"})
    EXPECT_THAT(rust(kUse + attribute + kRing), wordsOnly("an attribute of the record"));
  EXPECT_THAT(rust(kUse + "#[derive(Default)]\n#[allow(dead_code)]\n" + kRing),
              HasSubstr("head: CachePadded<AtomicU64>"));
  EXPECT_THAT(rust(kUse + "#[repr(C)]\n" + kRing), HasSubstr("representation"));
  EXPECT_THAT(rust(kUse + kRing + "const _: () = assert!(std::mem::size_of::<Ring>() == 24);\n"),
              HasSubstr("measures the record"));
}

TEST(RustMembers, AreNotWrappedIfTheyAreNoStandardAtomics) {
  const std::string text = kUse + kRing;
  EXPECT_THAT(edited(ring("loom::AtomicU64"), text, Language::Rust),
              wordsOnly("'head' is no standard atomic"));
  EXPECT_THAT(rust(kUse + "struct Ring { size: u64, head: Count, tail: Count }\n"),
              wordsOnly("'head' is no standard atomic"));
  EXPECT_THAT(rust(kUse + "struct Ring { size: u64, #[x] head: AtomicU64, tail: AtomicU64 }\n"),
              wordsOnly("'head' has attributes"));
}

const std::string kOwn = "#[repr(align(128))]\nstruct Own<T>(T);\n"
                         "impl<T> Deref for Own<T> { type Target = T; fn deref(&self) -> &T { "
                         "&self.0 } }\n";

TEST(RustMembers, AreWrappedByATypeOfTheFile) {
  const std::string made = "static S: Ring = Ring { size: 0, head: AtomicU64::new(0), tail: "
                           "AtomicU64::new(0) };\n";
  EXPECT_THAT(rust(kOwn + kRing + made),
              AllOf(HasSubstr("head: Own<AtomicU64>,"),
                    HasSubstr("head: Own(AtomicU64::new(0)), tail: Own(AtomicU64::new(0))")));
  const std::string maker = "impl<U> Own<U> { fn new(value: U) -> Self { Own(value) } }\n";
  EXPECT_THAT(rust(kOwn + maker + kRing + made), HasSubstr("not all that is done with 'head'"))
      << "not in constants";
  EXPECT_THAT(rust(kOwn + maker + kRing + "fn f() -> Ring { Ring { head: AtomicU64::new(0) } }\n"),
              HasSubstr("head: Own::new(AtomicU64::new(0))"));
  EXPECT_THAT(rust(kOwn + "#[derive(Default)]\n" + kRing), HasSubstr("an attribute of the record"));
  EXPECT_THAT(rust("#[derive(Default)]\n" + kOwn + "#[derive(Default)]\n" + kRing),
              HasSubstr("tail: Own<AtomicU64>"));
}

TEST(RustMembers, AreNotWrappedByATypeThatIsNoPlainWrapper) {
  const auto without = [](std::string text, const std::string &part, const std::string &other) {
    return rust(text.replace(text.find(part), part.size(), other) + kRing);
  };
  ASSERT_THAT(rust(kOwn + kRing), HasSubstr("head: Own<AtomicU64>"));
  for (const auto &[part, other] : std::vector<std::pair<std::string, std::string>>{
           {"align(128)", "align(32)"},
           {"align(128)", "C, align(128)"},
           {"repr(align(128))", "cfg_attr(x, repr(align(128)))"},
           {"(T);", "(T, u8);"},
           {"(T);", "([T; 2]);"},
           {"Deref", "Other"},
           {"type Target = T", "type Target = u8"},
           {"fn deref", "fn load(&self) {} fn deref"}})
    EXPECT_THAT(without(kOwn, part, other), HasSubstr("in Rust the fields")) << other;
  EXPECT_THAT(rust(kUse + kOwn + kRing), HasSubstr("in Rust the fields")) << "two of them";
}

TEST(RustMembers, AreWrappedByATypeOfAnotherFile) {
  const std::string maker =
      "impl<T> Own<T> { pub const fn new(value: T) -> Self { Own(value) } }\n";
  const std::string text = "use crate::pad::Own;\n" + kRing;
  const auto with = [&](const std::string &path, const std::string &other) {
    const Finding one = ring();
    return edited(editsOf(one, one.advice.front(), {{"/p/ring.rs", text}, {path, other}},
                          Language::Rust, {kLine, "x86_64"}),
                  text);
  };
  EXPECT_THAT(with("/p/pad.rs", kOwn + maker), HasSubstr("head: Own<AtomicU64>"));
  EXPECT_THAT(with("/p/other.rs", kOwn + maker), HasSubstr("in Rust the fields"));
  EXPECT_THAT(with("/p/pad.rs", kOwn), HasSubstr("in Rust the fields")) << "cannot be made";
}

TEST(RustMembers, NeedAWrapperOfALineAtLeast) {
  const Finding one = ring();
  const auto on = [&](const Machine &machine) {
    return edited(editsOf(one, one.advice.front(), {{"/a", kUse + kRing}}, Language::Rust, machine),
                  kUse + kRing);
  };
  EXPECT_EQ(on({kLine, "aarch64"}), kUse + kWrapped);
  EXPECT_THAT(on({kLine, "armv7l"}), HasSubstr("in Rust the fields")) << "is 32 there";
  EXPECT_THAT(on({128, "aarch64"}), HasSubstr("in Rust the fields")) << "was 64 once";
}

TEST(RustMembers, AreDrawnWithTheWrappersSize) {
  const Finding one = ring();
  Advice advice = one.advice.front();
  enter(edits(one, kUse + kRing, Language::Rust), advice);
  EXPECT_EQ(advice.size_after, 384U);
  ASSERT_EQ(advice.after.size(), 3U);
  EXPECT_EQ(advice.after[1].name, "tail");
  EXPECT_EQ(advice.after[1].offset, 128U);
  EXPECT_EQ(advice.example, "head: CachePadded<AtomicU64>,\ntail: CachePadded<AtomicU64>,\n");
  advice = one.advice.front();
  enter(edits(one, kUse + "#[derive(Debug)]" + kRing, Language::Rust), advice);
  EXPECT_THAT(advice.edits, IsEmpty());
  EXPECT_THAT(advice.why, HasSubstr("not written as an edit: it is not certain"));
  EXPECT_EQ(advice.example, "head: CachePadded<AtomicU64>,\ntail: CachePadded<AtomicU64>,\n");
}

TEST(RustMembers, RecordsAreAlignedAsOthersOfTheFile) {
  const std::string lane = "struct Lane { a: u8, b: u8 }\n";
  const auto aligned = [&](const std::string &text) {
    return edits(finding("Lane", {"a", "b"}), text + lane, Language::Rust);
  };
  const WrittenEdits twice = aligned("#[repr(align(128))]\nstruct Other(u8);\n");
  ASSERT_EQ(twice.edits.size(), 1U);
  EXPECT_EQ(twice.edits.front().text, "#[repr(align(128))]\n");
  EXPECT_EQ(twice.size_after, 128U);
  for (const std::string text :
       {"#[repr(align(4096))]\nstruct Page(u8);\n", "#[repr(align(16))]\nstruct Vector(u8);\n",
        "#[repr(align(128))]\nstruct A(u8);\n#[repr(align(64))]\nstruct B(u8);\n",
        "#[cfg_attr(x, repr(align(128)))]\nstruct Other(u8);\n"})
    EXPECT_EQ(aligned(text).edits.front().text, "#[repr(align(64))]\n") << text;
  EXPECT_THAT(aligned(kUse).remark, HasSubstr("'CachePadded'"));
  EXPECT_THAT(aligned("").remark, IsEmpty());
}

TEST(RustMembers, TextsThatEndTooEarlyAreRead) {
  const std::string whole =
      "use a::{b::{c as d, self}, *};\nuse crate::pad::Own;\n#[derive(Default)] #[repr(align(64))] "
      "pub(crate) struct Own<T> { pub v: T }\nimpl<T> Own<T> { pub const fn new(v: T) -> Self { v "
      "} }\n" +
      kOwn + kRing + "impl Ring { fn f() -> Self { Self { head: AtomicU64::new(0) } } }";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    (void)rust(whole.substr(0, size));
    (void)rust(kUse + kRing + whole.substr(size));
  }
  for (const std::string text :
       {"use {{{{{{{{{{{{{{{{{{{{{{}}}}}}}}}}}}}}}}}}}}}};", "use",
        "use ::", "impl<T> Deref for Own<", "head", "{ head: }", ".head", "{head,"})
    (void)rust(kUse + kRing + text);
}

} // namespace rustMembersTest
} // namespace fsfind::written
