#include "c2c-ingest/debuginfo/FileSearch.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <cerrno>
#include <cstdlib>

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::debuginfo {

namespace {

constexpr const char *kSystemDebugDirectory = "/usr/lib/debug";

std::vector<std::string> debugRoots(const SearchOptions &search) {
  std::vector<std::string> roots = search.debug_dirs;
  if (!search.symfs.empty())
    roots.push_back(joinPath(search.symfs, kSystemDebugDirectory));
  roots.emplace_back(kSystemDebugDirectory);
  return roots;
}

/// `.build-id/ab/cdef…`, the path of a build-id below a debug root.
std::string buildIdPath(const BuildId &id) {
  const std::string hex = toHex(id);
  return hex.size() < 4 ? std::string() : ".build-id/" + hex.substr(0, 2) + "/" + hex.substr(2);
}

std::vector<std::string> moduleCandidates(const std::string &path, const BuildId &build_id,
                                          const SearchOptions &search) {
  std::vector<std::string> paths = {joinPath(search.symfs, path)};
  if (!search.recording_dir.empty())
    paths.push_back(joinPath(search.recording_dir, baseName(path)));
  const std::string by_id = buildIdPath(build_id);
  const char *home = std::getenv("HOME");
  if (by_id.empty())
    return paths;
  if (home)
    paths.push_back(joinPath(home, ".debug/" + by_id + "/elf"));
  for (const std::string &root : debugRoots(search))
    paths.push_back(joinPath(root, by_id));
  return paths;
}

bool contradicts(const BuildId &wanted, const BuildId &found) {
  return !wanted.empty() && wanted != found;
}

/// perf records build-ids in fields of 20 bytes: shorter ones come with zeros behind.
BuildId withoutPadding(BuildId id, std::size_t size) {
  while (id.size() > size && id.back() == 0)
    id.pop_back();
  return id;
}

bool exists(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

/// Why a file of build-id `found` is not the one recorded; empty if nothing speaks against it.
std::string buildIdConflict(const BuildId &recorded, const BuildId &found) {
  if (!contradicts(withoutPadding(recorded, found.size()), found))
    return {};
  return fmt::format("has {}, but the recording saw build-id {}",
                     found.empty() ? "no build-id" : "build-id " + toHex(found), toHex(recorded));
}

struct DebugLink {
  std::string name;
  GElf_Word checksum = 0;
};

/// .gnu_debuglink: a file name, padding to four bytes, a CRC32.
DebugLink debugLinkOf(ElfFile &file) {
  const Bytes bytes = file.section(".gnu_debuglink");
  const std::string text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const std::string name = text.substr(0, text.find('\0'));
  const std::size_t position = (name.size() + 4) & ~std::size_t{3};
  if (name.empty() || position + 4 > bytes.size())
    return {};
  return {name, readAt<std::uint32_t>(bytes, position, isForeign(file.byteOrder()))};
}

int findNothing(Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *,
                GElf_Word, char **) {
  return -1;
}

/// A libdwfl session with one module, for its search of debug files.
class DebugFileSearch {
public:
  DebugFileSearch(const ElfFile &file, const std::string &roots) {
    path_ = roots;
    path_text_ = path_.data();
    callbacks_.find_elf = dwfl_build_id_find_elf;
    callbacks_.find_debuginfo = findNothing;
    callbacks_.section_address = dwfl_offline_section_address;
    callbacks_.debuginfo_path = &path_text_;
    dwfl_ = dwfl_begin(&callbacks_);
    if (!dwfl_)
      return;
    dwfl_report_begin(dwfl_);
    // On success libdwfl owns the descriptor.
    const int descriptor = dup(file.descriptor());
    module_ = dwfl_report_elf(dwfl_, file.path().c_str(), file.path().c_str(), descriptor, 0, true);
    if (!module_)
      close(descriptor);
    dwfl_report_end(dwfl_, nullptr, nullptr);
  }
  ~DebugFileSearch() { dwfl_end(dwfl_); }
  DebugFileSearch(const DebugFileSearch &) = delete;
  DebugFileSearch &operator=(const DebugFileSearch &) = delete;

  /// Path of the debug file; empty if there is none. libdwfl keeps the descriptor.
  std::string find(const std::string &file_name, const DebugLink &link) {
    char *name = nullptr;
    if (!module_)
      return {};
    dwfl_standard_find_debuginfo(module_, nullptr, nullptr, 0, file_name.c_str(),
                                 link.name.empty() ? nullptr : link.name.c_str(), link.checksum,
                                 &name);
    std::string found = name ? name : "";
    std::free(name);
    return found;
  }

private:
  std::string path_;
  char *path_text_ = nullptr;
  Dwfl_Callbacks callbacks_{};
  Dwfl *dwfl_ = nullptr;
  Dwfl_Module *module_ = nullptr;
};

std::unique_ptr<ElfFile> openIfSame(const std::string &path, const BuildId &build_id) {
  auto file = ElfFile::open(path);
  if (!file || contradicts(build_id, (*file)->buildId()))
    return nullptr;
  return std::move(*file);
}

} // namespace

Expected<std::unique_ptr<ElfFile>> findModuleFile(const std::string &path, const BuildId &build_id,
                                                  const SearchOptions &search,
                                                  std::vector<std::string> &notes) {
  std::string absent, rejected;
  for (const std::string &candidate : moduleCandidates(path, build_id, search)) {
    if (!exists(candidate)) {
      absent += (absent.empty() ? "not at " : ", ") + candidate;
      continue;
    }
    auto file = ElfFile::open(candidate);
    const std::string reason = file ? buildIdConflict(build_id, (*file)->buildId())
                                    : "cannot be used: " + file.error().what;
    if (!reason.empty()) {
      rejected += (rejected.empty() ? "" : ", ") + candidate + " " + reason;
      continue;
    }
    if (!rejected.empty())
      notes.push_back(fmt::format("{}: {}; {} was used instead", path, rejected, candidate));
    return file;
  }
  if (!rejected.empty())
    return failure({path,
                    {},
                    absent.empty() ? rejected : rejected + ", " + absent,
                    "replace what was passed over by the recorded binary, readable, or put that "
                    "beside the recording"});
  return failure({path,
                  {},
                  absent,
                  "put the recorded binary beside the recording, or give its root with --symfs"});
}

std::unique_ptr<ElfFile> findDebugFile(ElfFile &file, const std::string &recorded_path,
                                       const SearchOptions &search) {
  std::string roots = ":.debug";
  for (const std::string &root : debugRoots(search))
    roots += ":" + root;
  const DebugLink link = debugLinkOf(file);
  const BuildId id = file.buildId();
  std::string found = DebugFileSearch(file, roots).find(file.path(), link);
  if (found.empty() && recorded_path != file.path())
    found = DebugFileSearch(file, roots).find(recorded_path, link);
  if (auto debug = found.empty() ? nullptr : openIfSame(found, id))
    return debug;
  // libdwfl tries absolute directories with the binary's own path below them only.
  for (const std::string &root : search.debug_dirs)
    for (const std::string &name : {link.name, baseName(recorded_path) + ".debug"})
      if (auto debug = name.empty() || id.empty() ? nullptr : openIfSame(joinPath(root, name), id))
        return debug;
  return nullptr;
}

std::optional<AlternateLink> alternateLinkOf(ElfFile &debug_file) {
  const Bytes bytes = debug_file.section(".gnu_debugaltlink");
  const std::string text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const std::size_t end = text.find('\0');
  if (end == std::string::npos || end == 0)
    return {};
  const auto *id = reinterpret_cast<const std::uint8_t *>(bytes.data());
  return AlternateLink{text.substr(0, end), BuildId(id + end + 1, id + bytes.size())};
}

std::unique_ptr<ElfFile> findAlternateFile(const AlternateLink &link, const ElfFile &debug_file,
                                           const SearchOptions &search) {
  std::vector<std::string> paths;
  if (link.name.starts_with('/')) {
    if (!search.symfs.empty())
      paths.push_back(joinPath(search.symfs, link.name));
    paths.push_back(link.name);
  } else {
    paths.push_back(joinPath(directoryOf(debug_file.path()), link.name));
  }
  const std::string base = baseName(link.name);
  paths.push_back(joinPath(directoryOf(debug_file.path()), base));
  for (const std::string &root : debugRoots(search)) {
    paths.push_back(joinPath(root, buildIdPath(link.build_id) + ".debug"));
    paths.push_back(joinPath(root, ".dwz/" + base));
    paths.push_back(joinPath(root, base));
  }
  for (const std::string &path : paths)
    if (auto file = openIfSame(path, link.build_id))
      return file;
  return nullptr;
}

} // namespace fsfind::debuginfo
