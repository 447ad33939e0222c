// What facts tell of where a record's objects lie, and of what counts on their size.
#include "tests/analyzer/extract/FactsOf.h"
#include "tests/support/TemporaryFolder.h"

#include <gmock/gmock.h>

namespace fsfind::test {
namespace objectUsesTest {

FactObjects objectsIn(const std::string &source, const std::string &file = "test.c",
                      std::vector<std::string> arguments = {}) {
  const Facts facts = factsOf("typedef __SIZE_TYPE__ size_t; struct S { long a, b; };\n" + source,
                              file, std::move(arguments));
  const FactRecord *record = recordOf(facts, "S");
  EXPECT_TRUE(record) << source;
  return record ? record->objects : FactObjects();
}

const char *kLibrary = R"(
void *malloc(size_t); void *aligned_alloc(size_t, size_t); void *shm(void); void *get(size_t);
int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
void *memset(void *, int, size_t);
)";

TEST(ObjectUses, SizesOutsideOfCalls) {
  for (const char *source :
       {"int table[sizeof(struct S) == 16 ? 1 : -1];", "enum { N = 512 / sizeof(struct S) };",
        "void f(void) { if (sizeof(struct S) != 16) __builtin_trap(); }",
        "typedef char check[sizeof(struct S) == 16 ? 1 : -1];",
        "struct T { char raw[sizeof(struct S)]; };",
        "void f(void) { char chk[_Alignof(struct S) == 8 ? 1 : -1]; (void)chk; }",
        "void f(int n) { switch (n) { case sizeof(struct S): break; } }"})
    EXPECT_TRUE(objectsIn(source).sizes) << source;
  EXPECT_TRUE(objectsIn("template <class T, int N> struct A { T v[N]; };\n"
                        "A<S, 512 / sizeof(S)> lanes;",
                        "test.cpp")
                  .sizes);
}

TEST(ObjectUses, SizesThatAreTold) {
  for (const char *use : {"void f(void) { printf(\"%zu\", sizeof(struct S)); }",
                          "void f(struct S *s, int n) { printf(\"%zu\", n * sizeof *s); }"})
    EXPECT_TRUE(objectsIn(std::string(kLibrary) + use).sizes) << use;
  EXPECT_TRUE(objectsIn("struct Out {}; Out &operator<<(Out &, unsigned long);\n"
                        "void f(Out &out) { out << sizeof(S); }",
                        "test.cpp")
                  .sizes);
  EXPECT_FALSE(
      objectsIn(std::string(kLibrary) +
                "struct S all[4]; void f(void) { printf(\"%zu\", sizeof all / sizeof *all); }")
          .sizes);
}

TEST(ObjectUses, SizesThatFollow) {
  for (const char *use :
       {"struct S all[4]; int n(void) { return sizeof(all) / sizeof(all[0]); }",
        "struct S s; void f(void) { memset(&s, 0, sizeof s); }",
        "struct S *f(void) { return aligned_alloc(64, 4 * sizeof(struct S)); }"}) {
    const FactObjects found = objectsIn(std::string(kLibrary) + use);
    EXPECT_EQ(found, FactObjects()) << use;
  }
}

TEST(ObjectUses, StorageOfUnknownAlignment) {
  for (const char *use :
       {"struct S *f(void) { void *v = malloc(100); return v; }",
        "struct S *f(void) { return shm(); }", "struct S *f(void) { return (struct S *)shm(); }",
        "struct S *f(void) { return get(sizeof(struct S)); }",
        "struct S *f(void *memory) { return memory; }",
        "struct S *f(void) { return aligned_alloc(16, sizeof(struct S)); }",
        "static void *raw; struct S *f(void) { return raw; }",
        "struct S *f(long address) { return (struct S *)address; }"})
    EXPECT_TRUE(objectsIn(std::string(kLibrary) + use).storage) << use;
}

TEST(ObjectUses, StorageThatIsToldTheSize) {
  for (const char *use :
       {"struct S *f(void) { return get(sizeof(struct S)); }",
        "struct S *f(int n) { return (struct S *)get(n * sizeof(struct S) + 8); }"}) {
    const FactObjects found = objectsIn(std::string(kLibrary) + use);
    EXPECT_TRUE(found.storage) << use;
    EXPECT_FALSE(found.unsized) << use;
  }
  for (const char *use : {"struct S *f(void) { return get(16); }",
                          "struct S *f(void) { return get(sizeof(long[2])); }",
                          "struct S *f(struct S *s) { return get(sizeof s); }",
                          "struct S *f(void *memory) { return memory; }",
                          "struct S *f(long address) { return (struct S *)address; }"})
    EXPECT_TRUE(objectsIn(std::string(kLibrary) + use).unsized) << use;
  EXPECT_TRUE(objectsIn("void *operator new(size_t, void *p) noexcept; char raw[64];\n"
                        "S *f() { return new (raw) S; }",
                        "test.cpp")
                  .unsized);
}

TEST(ObjectUses, PointersThatWereKept) {
  for (const char *use :
       {"void *f(void *arg) { struct S *s = arg; return s; }",
        "struct H { void *data; }; long f(struct H *h) { struct S *s = h->data; return s->a; }",
        "struct S *f(void) { return 0; }",
        "struct S *f(void) { void *v = aligned_alloc(64, 2 * sizeof(struct S)); return v; }"})
    EXPECT_FALSE(objectsIn(std::string(kLibrary) + use).storage) << use;
}

TEST(ObjectUses, SizesThatAFunctionReturns) {
  const std::string bytes =
      std::string(kLibrary) +
      "static unsigned long bytes(int n) { return 8 + n * sizeof(struct S); }\n"
      "struct S *f(int n) { return malloc(bytes(n)); }\n";
  EXPECT_FALSE(objectsIn(bytes).sizes);
  EXPECT_TRUE(objectsIn(bytes + "unsigned long g(int n) { return bytes(n); }").sizes);
  EXPECT_TRUE(objectsIn(bytes + "int g(int n) { return bytes(n) > 64; }").sizes);
  EXPECT_TRUE(objectsIn(bytes + "void send(void *, unsigned long);\n"
                                "void g(struct S *s, int n) { send(s, bytes(n)); }")
                  .sizes);
  EXPECT_TRUE(objectsIn(bytes + "unsigned long (*told)(int) = &bytes;").sizes)
      << "it may be called unseen";
  EXPECT_TRUE(objectsIn(bytes + "unsigned long (*told)(int) = bytes;").sizes)
      << "it may be called unseen";
  EXPECT_TRUE(objectsIn(bytes + "void g(int n) { printf(\"%lu\", bytes(n)); }").sizes);
}

/// The calls between them are seen before the one for memory, and count as told.
TEST(ObjectUses, SizesOfFunctionsThatCallOthersOrThemselves) {
  for (const char *bytes :
       {"static unsigned long rows(int n) { return n * sizeof(struct S); }\n"
        "static unsigned long bytes(int n) { return rows(n) + rows(2); }\n",
        "static unsigned long bytes(int n) { return sizeof(struct S) + bytes(n - 1); }\n",
        "static unsigned long rest(int);\n"
        "static unsigned long bytes(int n) { return sizeof(struct S) + rest(n); }\n"
        "static unsigned long rest(int n) { return 1 * bytes(n - 1); }\n"})
    EXPECT_TRUE(
        objectsIn(std::string(kLibrary) + bytes + "struct S *f(int n) { return malloc(bytes(n)); }")
            .sizes)
        << bytes;
}

TEST(ObjectUses, SizesThatALocalHolds) {
  const auto sizes = [](const std::string &body) {
    return objectsIn(std::string(kLibrary) +
                     "int munmap(void *, size_t); void send(void *, size_t);\n"
                     "struct S *f(int n) { size_t bytes = 8 + n * sizeof(struct S);" +
                     body + "}")
        .sizes;
  };
  EXPECT_FALSE(sizes("return malloc(bytes);"));
  EXPECT_FALSE(sizes("return malloc((bytes + 63) * 2);"));
  EXPECT_FALSE(sizes("struct S *s = malloc(bytes); munmap(s, bytes); return 0;"));
  EXPECT_TRUE(sizes("bytes = 64; return malloc(bytes);")) << "another size is asked for";
  EXPECT_TRUE(sizes("if (bytes > 4096) return 0; return malloc(bytes);"));
  EXPECT_TRUE(sizes("struct S *s = malloc(bytes); send(s, bytes); return s;"));
  EXPECT_TRUE(sizes("struct S *s = malloc(bytes); memset((char *)s + bytes, 0, 8); return s;"))
      << "something else lies there";
  EXPECT_TRUE(sizes("struct S *s = malloc(bytes); memset(s, 0, bytes); return s;"))
      << "nothing tells that it is the same memory";
  EXPECT_TRUE(sizes("char (*rows)[bytes] = malloc(bytes); return (void *)rows;"));
  EXPECT_TRUE(sizes("return aligned_alloc(bytes, 4 * bytes);")) << "it is the alignment, too";
  EXPECT_TRUE(sizes("size_t *told = &bytes; (*told)++; return malloc(bytes);"));
  EXPECT_TRUE(sizes("printf(\"%zu\", bytes); return malloc(bytes);"));
  const std::string narrow = std::string(kLibrary) +
                             "struct S *f(int n) { unsigned char bytes = n * sizeof(struct S);"
                             " return malloc(bytes); }";
  EXPECT_TRUE(objectsIn(narrow).sizes) << "a larger size might not fit";
  EXPECT_TRUE(
      objectsIn(std::string(kLibrary) +
                "struct S *f(int n) { return malloc((unsigned char)(n * sizeof(struct S))); }")
          .sizes);
  EXPECT_TRUE(
      objectsIn("extern \"C\" void *malloc(size_t);\n"
                "S *f() { const size_t bytes = 2 * sizeof(S); char image[bytes]; image[0] = 0;"
                " return (S *)malloc(bytes); }",
                "test.cpp")
          .sizes);
}

TEST(ObjectUses, MemoryThatALocalHoldsFirst) {
  const auto storage = [](const std::string &body) {
    return objectsIn("#include <stdlib.h>\nvoid *shm(void); void fill(void *, int); struct S "
                     "*f(int n) {" +
                     body + "}")
        .storage;
  };
  EXPECT_FALSE(
      storage("void *raw = malloc(n * sizeof(struct S)); if (!raw) return 0; return raw;"));
  EXPECT_TRUE(storage("void *raw = malloc(n * sizeof(struct S)); raw = shm(); return raw;"));
  EXPECT_TRUE(storage("void *raw = malloc(n * sizeof(struct S)); long *all = raw; return raw;"))
      << "it becomes something else, too";
  EXPECT_TRUE(storage("void *raw = malloc(n * sizeof(struct S)); fill(raw, 16); return raw;"))
      << "code may count on where the bytes lie";
  EXPECT_TRUE(storage("void *raw = malloc(n * sizeof(struct S)); raw++; return raw;"));
}

TEST(ObjectUses, PagesThatDoNotFollowItsSize) {
  const auto mapped = [](const std::string &size) {
    return objectsIn("void *mmap(void *, unsigned long, int, int, int, long);\n"
                     "struct S *f(void) { return mmap(0, " +
                     size + ", 3, 34, -1, 0); }");
  };
  EXPECT_FALSE(mapped("8 * sizeof(struct S)").storage);
  EXPECT_TRUE(
      objectsIn(std::string(kLibrary) + "struct S *f(void) { return aligned_alloc(64, 64); }")
          .unsized);
  EXPECT_TRUE(mapped("4096").unsized) << "more of them may lie there than fit when they have grown";
}

TEST(ObjectUses, NoObjectIsWhereAPointerSaysThatThereIsNone) {
  EXPECT_FALSE(
      objectsIn(std::string(kLibrary) + "int f(struct S *s) { return s == (void *)-1; }").storage);
  EXPECT_TRUE(objectsIn(std::string(kLibrary) + "int f(struct S *s) { return s == (void *)4096; }")
                  .storage);
}

TEST(ObjectUses, BytesThatAFunctionWritesAndReturns) {
  const auto bytes = [](const std::string &body) {
    const Facts facts =
        factsOf("#include <stdio.h>\n#include <stdlib.h>\nstruct rec { long a, b; } *all;\n"
                "void *pass(void *some, unsigned long size) {" +
                    body + "}\nvoid f(void) { all = pass(all, 4 * sizeof *all); }",
                "test.c");
    return recordOf(facts, "rec")->order_uses.bytes;
  };
  EXPECT_TRUE(bytes("fwrite(some, size, 1, stdout); return some;"));
  EXPECT_FALSE(bytes("void *more = realloc(some, size); if (!more) abort(); return more;"));
}

TEST(ObjectUses, PlacementAndOwnOperators) {
  const std::string placement = "void *operator new(size_t, void *p) noexcept; char raw[64];\n"
                                "S *f() { return new (raw) S; }";
  EXPECT_TRUE(objectsIn(placement, "test.cpp").storage);
  const Facts facts = factsOf("struct S { long a; void *operator new(__SIZE_TYPE__); };\n"
                              "S *f() { return new S; }");
  EXPECT_TRUE(recordOf(facts, "S")->objects.storage);
  EXPECT_TRUE(
      objectsIn("S *f() { return static_cast<S *>(::operator new(sizeof(S))); }", "test.cpp")
          .storage);
}

TEST(ObjectUses, TheHeap) {
  const std::string library = "namespace std { template <class T> struct list { T *t; };\n"
                              "template <class A, class B> struct pair { A a; B b; };\n"
                              "template <class T, int N> struct array { T t[N]; };\n"
                              "template <class T> struct shared_ptr { T *t; };\n"
                              "template <class T> shared_ptr<T> make_shared() { return {}; } }\n";
  for (const char *use : {"S *f() { return new S; }", "S *f() { return new S[3]; }",
                          "std::list<S> all;", "std::list<std::pair<int, S>> all;",
                          "auto s = std::make_shared<S>();", "auto *s = new std::array<S, 2>();"})
    EXPECT_TRUE(objectsIn(library + use, "test.cpp").heap) << use;
  for (const char *use : {"std::array<S, 4> all;", "std::list<S *> all; S s;", "S s;"})
    EXPECT_FALSE(objectsIn(library + use, "test.cpp").heap) << use;
}

TEST(ObjectUses, NodesThatAnAllocatorOfTheProjectsMakesRoomFor) {
  const std::string library =
      "namespace std { template <class T> struct allocator { T *allocate(size_t); };\n"
      "template <class T, class A = allocator<T>> struct list { T *t; A a; };\n"
      "template <class T, class A = allocator<T>> struct vector { T *t; };\n"
      "template <class T> struct shared_ptr { T *t; };\n"
      "template <class T, class A> shared_ptr<T> allocate_shared(A) { return {}; } }\n"
      "template <class T> struct From { T *allocate(size_t); };\n"
      "template <class T> struct Pool : From<T> {}; struct Less {};\n";
  for (const char *use :
       {"std::list<S, Pool<S>> all;", "std::vector<std::list<S, Pool<S>>> all; S *s = all.t->t;",
        "auto s = std::allocate_shared<S>(Pool<S>());"}) {
    const FactObjects found = objectsIn(library + use, "test.cpp");
    EXPECT_TRUE(found.storage && found.unsized) << use;
  }
  for (const char *use : {"std::list<S> all;", "std::list<S, Less> all;",
                          "std::vector<S, Pool<S>> all;", // seen where it allocates S
                          "auto s = std::allocate_shared<S>(std::allocator<S>());"})
    EXPECT_EQ(objectsIn(library + use, "test.cpp"), FactObjects{.heap = true}) << use;
}

TEST(ObjectUses, FunctionsOfOtherLanguages) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  for (const char *use : {"extern \"C\" void api(S *);", "extern \"C\" { S *api(); }",
                          "extern \"C\" void api(S *s) { s->a++; }"}) {
    const Facts facts = factsOf(std::string("struct S { long a; };\n") + use);
    EXPECT_THAT(recordOf(facts, "S")->c_functions, ElementsAre("c:@F@api")) << use;
    EXPECT_FALSE(recordOf(facts, "S")->c_linkage) << use;
  }
  const Facts facts = factsOf("struct S { long a; }; extern \"C\" void *run(void *); void f(S *);");
  EXPECT_THAT(recordOf(facts, "S")->c_functions, IsEmpty());
  EXPECT_TRUE(recordOf(factsOf("extern \"C\" { struct S { long a; }; S s; }"), "S")->c_linkage);
}

TEST(ObjectUses, FilesThatAskWhichCompilerReadsThem) {
  EXPECT_TRUE(factsOf("int n;").compiler_files.empty());
  for (const char *source : {"#ifdef _MSC_VER\n#endif\n", "#if defined(__GNUC__)\n#endif\n"})
    EXPECT_EQ(factsOf(source).compiler_files, factsOf(source).cplusplus_files) << source;
}

TEST(ObjectUses, FilesOfEachLanguage) {
  const Facts facts = factsOf("int n;", "test.c");
  ASSERT_EQ(facts.c_files.size(), 1U);
  EXPECT_EQ(facts.c_files[0], facts.units[0].file);
  EXPECT_TRUE(facts.cplusplus_files.empty());
  const std::string ask = "#ifdef __cplusplus\n#endif\nint n;\n";
  EXPECT_TRUE(factsOf(ask, "test.c").cplusplus_files.empty())
      << "a header that was put into it asks";
  TemporaryFolder folder;
  folder.write("asks.h", ask);
  const Facts asks = factsOf("#include \"" + folder.pathOf("asks.h") + "\"\n", "test.c");
  ASSERT_EQ(asks.cplusplus_files.size(), 1U) << "it is meant for C++, too";
  EXPECT_NE(asks.cplusplus_files[0], asks.units[0].file);
}

} // namespace objectUsesTest
} // namespace fsfind::test
