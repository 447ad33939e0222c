// Sections that tell of more than a file of their size can hold.
#include "c2c-ingest/base/TemporaryFolder.h"
#include "c2c-ingest/debuginfo/ElfFile.h"

#include <cstring>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

namespace fsfind::debuginfo {
namespace packedSectionsTest {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kZstd = 2; // ch_type (gABI 2022)

struct Section {
  std::string name, bytes;
  std::uint64_t flags = 0;
};

template <class T> std::string bytesOf(const T &value) {
  return {reinterpret_cast<const char *>(&value), sizeof value};
}

std::string elfOf(const std::vector<Section> &sections) {
  std::string names(1, '\0'), contents;
  std::vector<Elf64_Shdr> headers(1);
  const auto add = [&](const Section &section, Elf64_Word type) {
    Elf64_Shdr header{};
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_type = type;
    header.sh_flags = section.flags;
    header.sh_offset = sizeof(Elf64_Ehdr) + contents.size();
    header.sh_addralign = 1;
    names += section.name + '\0';
    header.sh_size = type == SHT_STRTAB ? names.size() : section.bytes.size();
    contents += type == SHT_STRTAB ? names : section.bytes;
    headers.push_back(header);
  };
  for (const Section &section : sections)
    add(section, SHT_PROGBITS);
  add({".shstrtab", ""}, SHT_STRTAB);
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shoff = sizeof header + contents.size();
  header.e_shnum = static_cast<Elf64_Half>(headers.size());
  header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
  std::string file = bytesOf(header) + contents;
  for (const Elf64_Shdr &one : headers)
    file += bytesOf(one);
  return file;
}

Section packed(const std::string &name, std::uint32_t type, std::uint64_t size,
               const std::string &body) {
  Elf64_Chdr header{};
  header.ch_type = type;
  header.ch_size = size;
  header.ch_addralign = 1;
  return {name, bytesOf(header) + body, SHF_COMPRESSED};
}

std::string zstd(const std::string &plain) {
  std::string body(ZSTD_compressBound(plain.size()), '\0');
  body.resize(ZSTD_compress(body.data(), body.size(), plain.data(), plain.size(), 1));
  return body;
}

/// `.zdebug_`: the size as eight bytes, the highest first.
Section oldPacked(const std::string &name, std::uint64_t size) {
  std::string bytes = "ZLIB";
  for (unsigned shift = 64; shift != 0; shift -= 8)
    bytes += static_cast<char>(size >> (shift - 8) & 0xFF);
  return {name, bytes + std::string(1000, 'x')};
}

class PackedSections : public testing::Test {
protected:
  std::unique_ptr<ElfFile> opened(const std::vector<Section> &sections) {
    const std::string path = folder_->pathOf("elf");
    std::ofstream(path, std::ios::binary) << elfOf(sections);
    auto file = ElfFile::open(path);
    EXPECT_TRUE(file);
    return file ? std::move(*file) : nullptr;
  }

private:
  Expected<TemporaryFolder> folder_ = TemporaryFolder::make();
};

constexpr std::uint64_t kGibi = std::uint64_t{1} << 30;

TEST_F(PackedSections, AreReadWithinTheirLimit) {
  const std::string plain(std::size_t{32} << 20, '\0');
  const auto file = opened({packed(".debug_str", kZstd, plain.size(), zstd(plain))});
  EXPECT_THAT(file->section(".debug_str"), SizeIs(plain.size()));
  EXPECT_THAT(file->notes(), IsEmpty());
}

TEST_F(PackedSections, ThatTellOfMoreAreLeftOut) {
  const auto file =
      opened({packed(".debug_info", ELFCOMPRESS_ZLIB, kGibi, std::string(1 << 20, 'x')),
              packed(".debug_line", kZstd, kGibi, std::string(1 << 20, 'x')),
              oldPacked(".zdebug_str", kGibi),
              {".debug_abbrev", "plain"}});
  for (const char *name : {".debug_info", ".debug_line", ".debug_str"})
    EXPECT_THAT(file->section(name), IsEmpty()) << name;
  EXPECT_THAT(file->section(".debug_abbrev"), SizeIs(5));
  ASSERT_THAT(file->notes(), SizeIs(1)) << "one for the file";
  EXPECT_THAT(file->notes().front(), HasSubstr(".debug_info, .debug_line, .debug_str"));
}

TEST_F(PackedSections, ShareTheLimitOfTheirFile) {
  const std::string plain(std::size_t{40} << 20, '\0');
  const Section one = packed(".debug_str", kZstd, plain.size(), zstd(plain));
  Section other = one;
  other.name = ".debug_line";
  const auto file = opened({one, other});
  EXPECT_THAT(file->section(".debug_str"), SizeIs(plain.size()));
  EXPECT_THAT(file->section(".debug_line"), IsEmpty());
  EXPECT_THAT(file->notes(), SizeIs(1));
}

TEST_F(PackedSections, OfOneNameAreJoinedWithinIt) {
  const std::string plain(std::size_t{30} << 20, '\0');
  const Section one = packed(".debug_types.dwo", kZstd, plain.size(), zstd(plain));
  const auto file = opened({one, one});
  EXPECT_THAT(file->section(".debug_types.dwo"), IsEmpty());
  EXPECT_THAT(file->notes(), SizeIs(1));
}

TEST_F(PackedSections, NamesAreNotUnpacked) {
  const auto file = opened({packed(".names", ELFCOMPRESS_ZLIB, kGibi, std::string(1 << 20, 'x'))});
  EXPECT_EQ(file->text(1, 1), nullptr);
  EXPECT_STREQ(file->text(2, 1), ".names");
}

} // namespace packedSectionsTest
} // namespace fsfind::debuginfo
