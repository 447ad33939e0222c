// Edits in Rust and Go, by what debug information says and what the text has.
#include "rules/remedy/written/EditWritten.h"
#include "rules/model/RuleIds.h"
#include "tests/support/WrittenText.h"

#include <gmock/gmock.h>

namespace fsfind::written {
namespace editWrittenTest {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsNull;
using testing::NotNull;
using testing::SizeIs;

using namespace test;

std::string rust(const std::string &text, std::uint32_t line = kLine) {
  return edited(finding("app::Lane", {"a", "b"}), text, Language::Rust, line);
}

std::string go(const std::string &text) {
  return edited(finding("main.lane", {"a", "b"}), text, Language::Go);
}

TEST(EditWritten, AlignsARustRecordBehindItsAttributes) {
  EXPECT_EQ(
      rust("/// Doc.\n#[derive(Default)]\npub(crate) struct Lane {\n    a: u64,\n    b: u64,\n}\n"),
      "/// Doc.\n#[derive(Default)]\n#[repr(align(64))]\npub(crate) struct Lane {\n    a: "
      "u64,\n    b: u64,\n}\n");
  EXPECT_EQ(
      rust("mod m {\n\tstruct Lane<T: Fn() -> u8> { pub b: Map<u8, T>, #[x(y: z)] r: u8 }\n}"),
      "no declaration of 'Lane' has the fields that were measured: the sources have changed "
      "since the recording, or a macro makes them");
  EXPECT_EQ(
      rust("mod m {\n\tpub struct Lane<T: Fn() -> u8> { pub b: Map<u8, T>, a: fn(T) -> u8 }\n}"),
      "mod m {\n\t#[repr(align(64))]\n\tpub struct Lane<T: Fn() -> u8> { pub b: Map<u8, T>, "
      "a: fn(T) -> u8 }\n}");
  EXPECT_EQ(rust("#[a] struct Lane { a: std::u8, b: u8 }", 128),
            "#[a] #[repr(align(128))] struct Lane { a: std::u8, b: u8 }");
}

TEST(EditWritten, AlignsATupleByItsNumberOfFields) {
  const Finding tuple = finding("app::Pair<u64>", {"__0", "__1"});
  EXPECT_EQ(edited(tuple, "struct Pair<T>(T, pub [u8; 8]);", Language::Rust),
            "#[repr(align(64))]\nstruct Pair<T>(T, pub [u8; 8]);");
  EXPECT_THAT(edits(tuple, "struct Pair(u8);", Language::Rust).edits, IsEmpty());
}

TEST(EditWritten, TakesNoTextForADeclarationThatIsNone) {
  const std::string declared = "struct Lane { a: u8, b: u8 }";
  for (const std::string &text :
       {"// " + declared, "/* /* */ " + declared + " */", "const S: &str = \"" + declared + "\";",
        "const S: &str = r#\"\" " + declared + "\"#;",
        std::string("macro_rules! m { () => { struct $n {} } }"), std::string("struct Lane"),
        std::string("struct Lane {"), std::string("struct Lane;"), std::string(),
        std::string("struct Lanes { a: u8, b: u8 }"), "const Q: char = '\"'; \"" + declared})
    EXPECT_THAT(edits(finding("Lane", {"a", "b"}), text, Language::Rust).edits, IsEmpty()) << text;
  const std::string odd = "fn f<'a>(q: &'a u8) { let _ = ('\"', '\\'', b'\"', 'ä'); }\n";
  EXPECT_EQ(rust(odd + declared), odd + "#[repr(align(64))]\n" + declared);
}

TEST(EditWritten, LeavesARepresentationAlone) {
  for (const std::string attribute :
       {"#[repr(C)]", "#[repr(packed)]\n#[derive(A)]", "#[cfg_attr(x, repr(align(64)))] /// Doc.\n",
        "#[repr(C)] pub"})
    EXPECT_THAT(rust(attribute + " struct Lane { a: u8, b: u8 }"), HasSubstr("representation"));
}

TEST(EditWritten, WantsOneDeclarationOnly) {
  const std::string declared = "struct Lane { a: u8, b: u8 }\n";
  EXPECT_THAT(rust("#[cfg(a)] " + declared + "#[cfg(b)] " + declared), HasSubstr("several places"));
  const Finding one = finding("Lane", {"a", "b"});
  const WrittenEdits result =
      editsOf(one, one.advice.front(), {{"/a.rs", "struct Lane { a: u8 }"}, {"/b.rs", declared}},
              Language::Rust, {kLine, "x86_64"});
  ASSERT_THAT(result.edits, SizeIs(1));
  EXPECT_EQ(result.edits.front().file, "/b.rs");
}

TEST(EditWritten, PadsAGoRecordAtItsEnd) {
  EXPECT_EQ(
      go("package main\n\ntype lane struct {\n\ta uint64 // first\n\tb T `x:\"}\"` /* c */\n}\n"),
      "package main\n\ntype lane struct {\n\ta uint64 // first\n\tb T `x:\"}\"` /* c */\n\t_ "
      "[48]byte\n}\n");
  EXPECT_EQ(go("package main\ntype lane struct { a, b int }\n"),
            "package main\ntype lane struct { a, b int; _ [48]byte }\n");
  EXPECT_EQ(
      go("package main\ntype (\n\tx int\n\tlane struct {\n\t\t*a\n\t\tp.b\n\t}\n)\n"),
      "package main\ntype (\n\tx int\n\tlane struct {\n\t\t*a\n\t\tp.b\n\t\t_ [48]byte\n\t}\n)\n");
}

TEST(EditWritten, KeepsTheFilesNewlines) {
  EXPECT_EQ(go("package main\r\ntype lane struct {\r\n\ta, b int\r\n}\r\n"),
            "package main\r\ntype lane struct {\r\n\ta, b int\r\n\t_    [48]byte\r\n}\r\n");
  EXPECT_EQ(rust("// ü\r\nstruct Lane { a: u8, b: u8 }\r\n"),
            "// ü\r\n#[repr(align(64))]\r\nstruct Lane { a: u8, b: u8 }\r\n");
}

TEST(EditWritten, PadsBetweenGoFieldsOfDifferentWriters) {
  const Finding one = apart("main.lane", {"a", "b"});
  EXPECT_EQ(
      edited(one,
             "package main\ntype lane struct {\n\ta int // own\n\n\t// b is theirs.\n\tb int\n}\n",
             Language::Go),
      "package main\ntype lane struct {\n\ta int // own\n\t_ [64]byte\n\n\t// b is "
      "theirs.\n\tb int\n}\n");
  EXPECT_THAT(edited(one, "package main\ntype lane struct {\n\ta, b int\n}\n", Language::Go),
              HasSubstr("declared in one line"));
}

TEST(EditWritten, ReadsGoOfTheRecordsPackageOnly) {
  const std::string declared = "type lane struct {\n\ta, b int\n}\n";
  EXPECT_THAT(go("package other\n" + declared), HasSubstr("no declaration"));
  EXPECT_THAT(go("package main\ntype lane[T any] struct {\n\ta, b T\n}\n"),
              HasSubstr("no declaration"));
  EXPECT_THAT(go("package main\ntype outer struct {\n\tlane struct {\n\ta, b int\n}\n}\n"),
              HasSubstr("no declaration"));
  EXPECT_THAT(go("package main\ntype lane struct {\n\tb, a int\n}\n"), HasSubstr("has the fields"));
}

TEST(EditWritten, DoesNotPadWhatCodeCanMeasure) {
  const std::string declared = "type lane struct {\n\ta, b int\n}\n";
  EXPECT_THAT(go("package main\nimport \"unsafe\"\n" + declared), HasSubstr("imports 'unsafe'"));
  EXPECT_THAT(go("package main\nimport (\n\tb \"encoding/binary\"\n)\n" + declared),
              HasSubstr("imports 'encoding/binary'"));
  EXPECT_THAT(go("package main\nvar s = \"unsafe\"\n" + declared), HasSubstr("[48]byte"));
}

TEST(EditWritten, VariablesOfGoNeedPaddingForTheirAlignment) {
  Finding one = finding("main.lane", {"a", "b", "c", "d", "e"});
  const std::string text = "package main\ntype lane struct {\n\ta, b, c, d, e int\n}\n";
  EXPECT_THAT(edits(one, text, Language::Go).edits, SizeIs(1));
  one.object.kind = ObjectKind::Global;
  EXPECT_THAT(edited(one, text, Language::Go), HasSubstr("do not part"));
}

TEST(EditWritten, WritesTheBestAdviceOnly) {
  Finding one = finding("main.lane", {"a", "b"});
  EXPECT_THAT(writableAdvice(one), NotNull());
  one.advice.front().size_before = 8;
  EXPECT_THAT(writableAdvice(one), IsNull()) << "another type's size";
  one = finding("main.lane", {"a", "b"});
  one.advice.insert(one.advice.begin(), Advice{})->remedy = Remedy::LeaveAlone;
  EXPECT_THAT(writableAdvice(one), IsNull());
  one = finding("main.lane", {"a", "b"});
  one.record->members = nullptr;
  EXPECT_THAT(writableAdvice(one), IsNull());
}

/// What becomes of a static of Rust's library's types, by what was measured of its elements.
std::string gates(const std::string &text) {
  Finding one;
  one.object.kind = ObjectKind::Global;
  one.object.name = "app::GATES";
  Advice &advice = one.advice.emplace_back();
  advice.remedy = Remedy::AlignType;
  advice.obstacle = "the sources that were read do not declare it";
  EXPECT_EQ(writableAdvice(one), &advice);
  return edited(one, text, Language::Rust);
}

std::string slot(const std::string &type) {
  return "\n#[repr(align(64))]\nstruct Slot(" + type +
         ");\nimpl std::ops::Deref for Slot {\n    type Target = " + type +
         ";\n    fn deref(&self) -> &Self::Target {\n        &self.0\n    }\n}";
}

TEST(EditWritten, WrapsElementsOfARustStatic) {
  const std::string use = "\nfn at(i: usize) -> &'static B { &GATES[i % GATES.len()] }\n";
  EXPECT_EQ(gates("static GATES: [B; 9] = [const { B::new(1) }; 9];" + use),
            "static GATES: [Slot; 9] = [const { Slot(B::new(1)) }; 9];" + slot("B") + use);
  EXPECT_EQ(gates("/// Doc.\n#[a]\nstatic GATES: [m::L<u64>; 2] = [L::new(f(1, 2)), L::new(0),];"),
            "/// Doc.\n#[a]\nstatic GATES: [Slot; 2] = [Slot(L::new(f(1, 2))), Slot(L::new(0)),];" +
                slot("m::L<u64>"));
  EXPECT_EQ(gates("static GATES: [B; N] = [ZERO; N]; fn f() { GATES[0].g(); }"),
            "static GATES: [Slot; N] = [const { Slot(ZERO) }; N];" + slot("B") +
                " fn f() { GATES[0].g(); }");
}

TEST(EditWritten, LeavesStaticsThatMoreWouldHaveToChangeFor) {
  const std::string declared = "static GATES: [B; 9] = [Z; 9];\n";
  for (const std::string &text :
       {"pub " + declared, "thread_local! { " + declared + " }", declared + declared,
        declared + "fn f() -> &'static [B] { &GATES }", declared + "fn f() { g(&GATES[1..3]); }",
        declared + "fn f() { for g in GATES.iter() { g.h(); } }",
        std::string("static mut GATES: [u8; 9] = [0; 9];"),
        std::string("static GATES: OnceLock<Vec<B>> = OnceLock::new();"),
        std::string("lazy_static! { static ref GATES: [B; 9] = make(); }"),
        std::string("static GATES: [B; 9] = make();"), std::string("static OTHER: B = Z;")})
    EXPECT_THAT(gates(text), HasSubstr("GATES")) << text;
  for (const std::string &text : {"pub " + declared, declared + "fn f() { g(&GATES[1..3]); }"})
    EXPECT_THAT(gates(text), testing::Not(HasSubstr("Slot"))) << text;
}

/// What becomes of two statics that lie on one line.
std::string neighbours(const std::string &text) {
  Finding one;
  one.rule = kRuleAdjacentGlobals;
  for (const char *name : {"app::MISSES", "app::HITS"}) {
    FindingMember &member = one.members.emplace_back();
    member.path = member.variable = name;
  }
  Advice &advice = one.advice.emplace_back();
  advice.remedy = Remedy::AlignMembers;
  EXPECT_EQ(writableAdvice(one), &advice);
  return edited(one, text, Language::Rust);
}

TEST(EditWritten, WrapsRustStaticsThatAreNeighbours) {
  const std::string aligned =
      "\n#[repr(align(64))]\nstruct CacheAligned<T>(T);\n"
      "impl<T> std::ops::Deref for CacheAligned<T> {\n    type Target = T;\n"
      "    fn deref(&self) -> &Self::Target {\n        &self.0\n    }\n}";
  const std::string use = "\nfn f() { HITS.fetch_add(1, O); g(&MISSES); }\n";
  EXPECT_EQ(
      neighbours("static HITS: A = A::new(0);\nstatic MISSES: m::A<u8> = m::new(f(1));" + use),
      "static HITS: CacheAligned<A> = CacheAligned(A::new(0));\n"
      "static MISSES: CacheAligned<m::A<u8>> = CacheAligned(m::new(f(1)));" +
          aligned + use);
  const std::string own = "#[repr(align(64))]\nstruct Own<T>(T);\nimpl<T> Deref for Own<T> "
                          "{ type Target = T; fn deref(&self) -> &T { &self.0 } }\n";
  EXPECT_EQ(neighbours(own + "static HITS: A = Z;\nstatic MISSES: A = Z;"),
            own + "static HITS: Own<A> = Own(Z);\nstatic MISSES: Own<A> = Own(Z);");
}

TEST(EditWritten, LeavesRustNeighboursThatMoreWouldHaveToChangeFor) {
  const std::string hits = "static HITS: A = Z;\n", misses = "static MISSES: A = Z;\n";
  for (const std::string &text :
       {hits, "pub " + hits + misses, "static mut HITS: u8 = 0;\n" + misses,
        "lazy_static! { static ref HITS: A = Z; }\n" + misses, hits + hits + misses,
        hits + misses + "fn f() -> A { HITS.0 }", hits + misses + "fn f() { g(HITS) }",
        hits + "mod inner { " + misses + " }"})
    EXPECT_THAT(neighbours(text), testing::Not(HasSubstr("CacheAligned"))) << text;
}

TEST(EditWritten, MembersOfRustStayWords) {
  EXPECT_THAT(edited(apart("Lane", {"a", "b"}), "struct Lane { a: u8, b: u8 }", Language::Rust),
              HasSubstr("in Rust"));
}

TEST(EditWritten, TextsThatEndTooEarlyAreRead) {
  for (const Language language : {Language::Rust, Language::Go})
    for (const std::string whole :
         {"package main\nimport \"C\"\ntype lane struct { a, b int `x` }", "'", "'\\", "\"\\",
          "r#\"", "/*", "]] struct lane", ") struct lane {", "type ( lane struct { a, b int",
          "#[repr struct lane(u8)"})
      for (std::size_t size = 0; size <= whole.size(); ++size)
        (void)edits(finding("main.lane", {"a", "b"}), whole.substr(0, size), language);
}

} // namespace editWrittenTest
} // namespace fsfind::written
