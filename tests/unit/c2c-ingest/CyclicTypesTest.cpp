// Debug info that no compiler writes: records that hold themselves, many times.

#include "c2c-ingest/debuginfo/TypeTable.h"

#include "c2c-ingest/debuginfo/Module.h"
#include "tests/support/TemporaryFolder.h"

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

namespace fsfind::debuginfo {
namespace cyclicTypesTest {

/// Abbreviations 1 to 6: unit, variable, structure with a name, union without one, base, member
/// without a name.
constexpr const char *kHead = R"(
.data
.globl object
.type object, @object
.size object, 8
object: .quad 0
.section .debug_abbrev,"",@progbits
.uleb128 1, 0x11; .byte 1; .uleb128 0x03, 0x08, 0, 0
.uleb128 2, 0x34; .byte 0; .uleb128 0x03, 0x08, 0x49, 0x13, 0x3f, 0x19, 0x02, 0x18, 0, 0
.uleb128 3, 0x13; .byte 1; .uleb128 0x03, 0x08, 0x0b, 0x0b, 0, 0
.uleb128 4, 0x17; .byte 1; .uleb128 0x0b, 0x0b, 0, 0
.uleb128 5, 0x1c; .byte 0; .uleb128 0x49, 0x13, 0x38, 0x0b, 0, 0
.uleb128 6, 0x0d; .byte 0; .uleb128 0x49, 0x13, 0x38, 0x0b, 0, 0
.byte 0
.section .debug_info,"",@progbits
start: .long end - begin
begin: .short 4; .long .debug_abbrev; .byte 8
.uleb128 1; .asciz "a.c"
.uleb128 2; .asciz "object"; .long type - start; .uleb128 9; .byte 3; .quad object
)";

class CyclicTypes : public testing::Test {
protected:
  void SetUp() override {
    if (std::system("command -v cc >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "cc is not installed";
  }

  /// Entries of debug info; `type` is the type of `object`.
  TypeTable &made(const std::string &entries) {
    std::ofstream(folder_.path() + "/a.s") << kHead << entries << ".byte 0\nend:\n";
    const std::string command =
        "cd " + folder_.path() +
        " && cc -nostdlib -shared -Wl,-Tdata=0x10000 a.s -o a.so >/dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0);
    module_ = std::move(*Module::open(folder_.path() + "/a.so", {}, {}));
    return *module_->types();
  }
  TypeId object() { return module_->staticVariable(0x10000)->type; }

  test::TemporaryFolder folder_;
  std::unique_ptr<Module> module_;
};

std::string part(const char *abbreviation, const char *type) {
  return std::string(".uleb128 ") + abbreviation + "; .long " + type + " - start; .byte 0\n";
}

TEST_F(CyclicTypes, BasesThatAreTheRecordItselfAreReadOnce) {
  std::string bases;
  for (int i = 0; i < 20; ++i)
    bases += part("5", "type");
  TypeTable &types = made("type: .uleb128 3; .asciz \"Cyclic\"; .byte 8\n" + bases + ".byte 0\n");
  EXPECT_FALSE(types.scalarAt(object(), 0));
}

TEST_F(CyclicTypes, AlternativesThatAreTheUnionItselfHaveNoNames) {
  const std::string both = part("6", "first") + part("6", "second") + ".byte 0\n";
  TypeTable &types =
      made("type: .uleb128 3; .asciz \"Owner\"; .byte 8\n" + part("6", "first") +
           ".byte 0\nfirst: .uleb128 4; .byte 8\n" + both + "second: .uleb128 4; .byte 8\n" + both);
  EXPECT_EQ(types.memberAt(object(), 0, 4).path, "");
}

} // namespace cyclicTypesTest
} // namespace fsfind::debuginfo
