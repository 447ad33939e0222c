#include "c2c-ingest/record/GuestProgram.h"

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/record/layout/ExecRequest.h"

#include <fmt/format.h>

#include <filesystem>

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

/// Names of dynamic symbols that the program does not define are there as well.
bool namesDynamicSymbol(debuginfo::ElfFile &elf, std::string_view symbol) {
  const debuginfo::Bytes bytes = elf.section(".dynstr");
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return text.find('\0' + std::string(symbol) + '\0') != std::string_view::npos;
}

} // namespace

std::vector<std::string> throughInterpreters(const std::vector<std::string> &command,
                                             const Host &host) {
  const std::optional<std::string> path = host.findProgram(command.at(0));
  if (!path)
    return command;
  sim::ExecRequest request = sim::throughInterpreters({*path, command, {}});
  return request.path == *path ? command : request.arguments;
}

Expected<std::string> findCommand(const std::string &command, const Host &host) {
  std::optional<std::string> path = host.findProgram(command);
  if (!path)
    return failure(notFound(command));
  return std::move(*path);
}

Expected<GuestProgram> findGuestProgram(const std::string &command, const Host &host) {
  FSFIND_TRY(const std::string path, findCommand(command, host));
  const auto elf = debuginfo::ElfFile::open(path);
  GElf_Ehdr header;
  if (!elf || !gelf_getehdr((*elf)->elf(), &header))
    return failure({path,
                    {},
                    "is not an ELF program, nor a script that names its interpreter",
                    "name the program it starts"});
  const std::string arch = archOf(header);
  if (arch.empty())
    return failure({path,
                    {},
                    otherMachine(header),
                    "only 64-bit x86 and Arm programs are simulated: build it for one of them"});
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    return failure({path, {}, "is an object file or a core dump", "name a program"});
  return GuestProgram{path,
                      arch,
                      hasLoader((*elf)->elf()),
                      namesDynamicSymbol(**elf, "_Znwm"),
                      namesDynamicSymbol(**elf, "__asan_init"),
                      instrumentationOf(path)};
}

} // namespace fsfind::record
