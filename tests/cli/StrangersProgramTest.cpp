// Programs whose debug info no compiler writes, or that are made to cost what their size does not:
// they are read in the time and memory of their size.
#include "tests/cli/Run.h"

#include <gmock/gmock.h>

namespace fsfind::test {

using testing::HasSubstr;

namespace strangersProgramTest {

/// Runs fsfind with 4 GB and a minute at most, which is a hundred times what it needs.
const std::string kLimited =
    "limited() { (ulimit -v 4000000; exec timeout -s KILL 60 \"$FSFIND\" \"$@\"); }; ";

/// What the script of Python prints is a source, which is compiled with -g.
std::string compiledFrom(const std::string &script, const std::string &compiler,
                         const std::string &extension) {
  return kLimited + "python3 - >a" + extension + " <<'EOF'\n" + script + "\nEOF\n" + compiler +
         " -g a" + extension + " -o a && ";
}

TEST(StrangersProgram, HasTypesThatAreOnlyDeclared) {
  if (const std::string missing = missingCompiler("g++"); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result = run(compiledFrom(R"py(
for i in range(60000): print(f"typedef int T{i}; T{i} t{i};")
for i in range(4000): print(f"struct D{i} {{ virtual void f(); int x; }};")
members = "".join(f"D{i} m{i};" for i in range(4000))
print("struct Big {" + members + "}; Big *big; int main() { return big != nullptr; }")
)py",
                                            "g++", ".cpp") +
                               "limited layout Big a");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("m3999"));
}

TEST(StrangersProgram, HasALargeRecordOfALibraryThousandsOfTimes) {
  if (const std::string missing = missingCompiler("gcc"); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result = run(compiledFrom(R"py(
print('# 1 "/usr/include/x.h"')
print("struct R {" + "".join(f"char __r{i};" for i in range(60000)) + "};")
print('# 1 "a.c"')
print("struct Big {" + "".join(f"struct R m{i};" for i in range(4000)) + "};")
print("struct Big *big; int main(void) { return big != 0; }")
)py",
                                            "gcc", ".c") +
                               "limited layout Big a");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("m3999"));
}

TEST(StrangersProgram, HasNamesOfAMegabyte) {
  if (const std::string missing = missingCompiler("gcc"); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result = run(compiledFrom(R"py(
print("#define NAME struct " + "n" * 1000000)
print("NAME { int x; };")
print("struct Big {" + "".join(f"NAME *m{i};" for i in range(4000)) + "};")
print("struct Big *big; int main(void) { return big != 0; }")
)py",
                                            "gcc", ".c") +
                               "limited layout Big a --format=json -o a.json && "
                               "test $(wc -c <a.json) -lt 100000000");
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(StrangersProgram, HasNotesOfHalfATerabyte) {
  if (const std::string missing = missingCompiler("gcc"); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result =
      run(compiledFrom("print('struct S { long a; } s; int main(void) {}')", "gcc", ".c") +
          R"py(python3 - <<'EOF'
import struct
data = bytearray(open("a", "rb").read())
sections, = struct.unpack_from("<Q", data, 40)
count, = struct.unpack_from("<H", data, 60)
size = 1 << 39
for at in range(sections, sections + 64 * count, 64):
    if struct.unpack_from("<I", data, at + 4)[0] == 7:  # SHT_NOTE
        struct.pack_into("<QQ", data, at + 24, len(data), size)
with open("a", "wb") as program:
    program.write(data)
    program.truncate(len(data) + size)
EOF
limited layout S a)py");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("long"));
}

TEST(StrangersProgram, HasADebugFileThatIsAPipeOrHalfATerabyte) {
  if (const std::string missing = missingCompiler("gcc"); !missing.empty())
    GTEST_SKIP() << missing;
  const RunResult result = run(R"sh(
echo 'struct S { long a; } s; int main(void) {}' >a.c
gcc -g -Wl,--build-id=none a.c -o linked && objcopy --strip-all --add-gnu-debuglink=linked linked a
exec 2>/dev/null
layout() { timeout -s KILL 60 "$FSFIND" layout S a; echo $?; } # no limit: the file is mapped
layout | grep -c long
truncate -s 512G linked; layout
rm linked; mkfifo linked; layout
)sh");
  EXPECT_EQ(result.out, "1\n2\n2\n");
}

} // namespace strangersProgramTest

} // namespace fsfind::test
