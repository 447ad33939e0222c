#include "c2c-ingest/record/GuestProgram.h"

#include "c2c-ingest/debuginfo/ElfFile.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace fsfind::record {

namespace {

Error notFound(const std::string &command) {
  std::error_code error;
  if (std::filesystem::is_directory(command, error))
    return {command, {}, "is a folder", "name a program"};
  if (command.find('/') != std::string::npos && std::filesystem::exists(command, error))
    return {command, {}, "is not executable", "make it so with chmod +x"};
  return {command, {}, "no such program", "give its path, or put its folder on PATH"};
}

/// The interpreter's line of a script; empty for other files.
std::string interpreterLine(const std::string &path) {
  constexpr std::size_t kLongest = 120;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  std::getline(file, line);
  return line.compare(0, 2, "#!") == 0 ? line.substr(2, kLongest) : std::string();
}

Error notElf(const std::string &path) {
  if (const std::string line = interpreterLine(path); !line.empty())
    return {path,
            {},
            fmt::format("is a script (for {}), and only programs are simulated", line),
            "name the program it starts"};
  return {path, {}, "is not an ELF program", "name the program it starts"};
}

std::string archOf(const GElf_Ehdr &header) {
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
    return {};
  if (header.e_machine == EM_X86_64)
    return "x86_64";
  return header.e_machine == EM_AARCH64 ? "aarch64" : "";
}

std::string otherMachine(const GElf_Ehdr &header) {
  if (header.e_machine == EM_386 || header.e_machine == EM_ARM)
    return "is a 32-bit program";
  if (header.e_machine == EM_X86_64)
    return "is an x32 program";
  return fmt::format("is a program for another processor (ELF machine {})", header.e_machine);
}

bool hasLoader(Elf *elf) {
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0)
    return false;
  for (std::size_t i = 0; i < count && i < INT_MAX; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, static_cast<int>(i), &segment) && segment.p_type == PT_INTERP)
      return true;
  }
  return false;
}

} // namespace

Expected<GuestProgram> findGuestProgram(const std::string &command, const Host &host) {
  const std::optional<std::string> path = host.findProgram(command);
  if (!path)
    return failure(notFound(command));
  const auto elf = debuginfo::ElfFile::open(*path);
  GElf_Ehdr header;
  if (!elf || !gelf_getehdr((*elf)->elf(), &header))
    return failure(notElf(*path));
  const std::string arch = archOf(header);
  if (arch.empty())
    return failure({*path,
                    {},
                    otherMachine(header),
                    "only 64-bit x86 and Arm programs are simulated: build it for one of them"});
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    return failure({*path, {}, "is an object file or a core dump", "name a program"});
  return GuestProgram{*path, arch, hasLoader((*elf)->elf())};
}

} // namespace fsfind::record
