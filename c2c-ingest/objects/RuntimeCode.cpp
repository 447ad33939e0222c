#include "c2c-ingest/objects/RuntimeCode.h"

#include "c2c-ingest/debuginfo/ElfFile.h"
#include "c2c-ingest/jit/CodeFile.h"
#include "c2c-ingest/jit/CodeNames.h"
#include "rules/model/NumberText.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <sys/utsname.h>
#include <vector>

namespace fsfind::objects {

namespace {

constexpr std::string_view kHowToTell =
    "have the program write /tmp/perf-PID.map (node --perf-basic-prof, java with perf-map-agent, "
    "DOTNET_PerfMapEnabled=1), and report on the same machine or with that file beside the "
    "recording";
/// Most processes that are asked for what a process has by fork.
constexpr int kMostParents = 16;
/// Most dumps that one process is believed to have; real ones have one, or one for each run-time
/// system.
constexpr std::size_t kMostDumps = 16;
/// Most bytes of dumps and maps that are read for one recording.
constexpr std::uint64_t kMostRead = std::uint64_t{1} << 30;

bool isRuntimeCode(const perf::Mapping &mapping) {
  const std::string &path = mapping.file.path;
  return mapping.mode == perf::CpuMode::User &&
         ((mapping.identity && !path.starts_with("[v")) || path.starts_with("/memfd:"));
}

/// `jit-4711.dump`.
bool isDump(const std::string &path) {
  const std::string name = debuginfo::baseName(path);
  return name.starts_with("jit-") && name.ends_with(".dump");
}

bool isOfThisMachine(const perf::Recording &recording) {
  struct utsname host{};
  const std::string &recorded = recording.features().hostname;
  return recorded.empty() || (::uname(&host) == 0 && recorded == host.nodename);
}

class Namer {
public:
  Namer(const lines::NameTables &names, const perf::Recording &recording,
        const perf::AddressSpaces &spaces, const debuginfo::SearchOptions &search, Profile &profile)
      : search_(search), in_place_(!search.symfs.empty() || isOfThisMachine(recording)),
        profile_(profile) {
    for (const Line &line : profile.lines)
      for (const Access &access : line.accesses) {
        const perf::MappingIndex mapping = names.sites.keys()[access.site.value()].mapping;
        if (mapping == perf::kNoMapping || !isRuntimeCode(spaces.mapping(mapping)))
          continue;
        sites_[profile.thread(access.thread).pid].insert(access.site);
        addresses_.insert(profile.site(access.site).ip);
        samples_[access.site] += access.count;
      }
    if (sites_.empty())
      return;
    for (const perf::SideEvent &side : recording.sideEvents()) {
      if (const auto *fork = std::get_if<perf::ForkEvent>(&side.event);
          fork && fork->pid != fork->parent_pid)
        parents_.try_emplace(fork->pid, fork->parent_pid);
      if (const auto *mmap = std::get_if<perf::MmapEvent>(&side.event); mmap && isDump(mmap->file))
        if (std::set<std::string> &dumps = dumps_[mmap->pid]; dumps.size() < kMostDumps)
          dumps.insert(mmap->file);
    }
  }

  void run(NameRoom &room) {
    for (const auto &[pid, sites] : sites_)
      name(pid, sites);
    for (const auto &[site, name] : found_) {
      put(profile_.sites[site.value()], name);
      room.fit(profile_.sites[site.value()]);
    }
    note();
  }

private:
  /// What files call code of this process; empty where there is no file.
  std::vector<const jit::CodeNames *> namesOf(std::uint32_t pid) {
    std::vector<const jit::CodeNames *> all;
    for (const std::string &path : dumpsOf(pid))
      all.push_back(read(candidates(path), input::kJitDump, "record",
                         [](const std::string &bytes, const auto &wanted) {
                           return jit::namesInDump(std::as_bytes(std::span(bytes)), wanted);
                         }));
    all.push_back(read(candidates(fmt::format("/tmp/perf-{}.map", pid)), input::kPerfMap, "line",
                       jit::namesInMap));
    std::erase(all, nullptr);
    return all;
  }

  /// What the first of the files that is there calls the code of all processes; null if none is
  /// there. Each file is read once: processes share those of their parents, and one process may
  /// have mapped a file many times.
  template <class Parse>
  const jit::CodeNames *read(const std::vector<std::string> &paths, const InputKind &kind,
                             std::string_view noun, const Parse &parse) {
    for (const std::string &path : paths) {
      const auto [known, fresh] = files_.try_emplace(path);
      if (fresh)
        known->second = contentOf(path, kind, noun, parse);
      if (known->second)
        return &*known->second;
    }
    return nullptr;
  }

  /// None if the file is not there, or cannot be read.
  template <class Parse>
  std::optional<jit::CodeNames> contentOf(const std::string &path, const InputKind &kind,
                                          std::string_view noun, const Parse &parse) {
    if (bytes_read_ > kMostRead)
      return std::nullopt;
    const auto content = jit::readCodeFile(path, kind, search_.recording_dir);
    if (!content)
      profile_.notes.push_back({content.error().message()});
    if (!content || !*content)
      return std::nullopt;
    bytes_read_ += (*content)->size();
    if (bytes_read_ > kMostRead) {
      profile_.notes.push_back(
          {fmt::format("{}: left out, as are further files that name code made at run time: they "
                       "are too large together",
                       path)});
      return std::nullopt;
    }
    jit::CodeNames names = parse(**content, addresses_);
    if (names.bad != 0)
      profile_.notes.push_back(
          {fmt::format("{}: left out {} that could not be read", path, counted(names.bad, noun))});
    return names;
  }

  /// Those that the process mapped; simulated recordings tell of mappings that are used only.
  [[nodiscard]] std::set<std::string> dumpsOf(std::uint32_t pid) const {
    const auto mapped = dumps_.find(pid);
    std::set<std::string> paths = mapped == dumps_.end() ? std::set<std::string>() : mapped->second;
    const std::string usual = fmt::format("jit-{}.dump", pid);
    if (std::none_of(paths.begin(), paths.end(),
                     [&](const std::string &path) { return debuginfo::baseName(path) == usual; }))
      paths.insert(usual);
    return paths;
  }

  /// Where a file of that path may be: one that is not absolute beside the recording only.
  [[nodiscard]] std::vector<std::string> candidates(const std::string &path) const {
    std::vector<std::string> paths = {
        debuginfo::joinPath(search_.recording_dir, debuginfo::baseName(path))};
    if (in_place_ && path.starts_with('/'))
      paths.push_back(debuginfo::joinPath(search_.symfs, path));
    return paths;
  }

  void name(std::uint32_t pid, const std::set<SiteIndex> &sites) {
    std::vector<const jit::CodeNames *> files;
    std::optional<std::uint32_t> process = pid;
    for (int i = 0; process && files.empty() && i < kMostParents; ++i) {
      files = namesOf(*process);
      const auto parent = parents_.find(*process);
      process = parent == parents_.end() ? std::nullopt : std::optional(parent->second);
    }
    for (const SiteIndex site : sites) {
      const jit::CodeName *told = nullptr;
      for (const jit::CodeNames *names : files)
        if (const auto known = names->at.find(profile_.site(site).ip);
            !told && known != names->at.end())
          told = &known->second;
      const jit::CodeName found = told ? *told : jit::CodeName{};
      const auto [place, fresh] = found_.try_emplace(site, found);
      if (!fresh && !(place->second == found)) // processes that share the code do not agree
        place->second = {};
      (files.empty() ? unwritten_ : untold_) += told ? 0 : samples_[site];
    }
  }

  static void put(Site &site, const jit::CodeName &name) {
    if (name.function.empty())
      return;
    site.symbol = name.function;
    site.symbol_offset = site.ip - name.begin;
    if (name.place.known())
      site.frames = {{name.function, name.place}};
  }

  void note() {
    const auto ran = [](std::uint64_t samples) {
      return counted(samples, "sample") + " on contended cachelines ran in code made at run time";
    };
    if (unwritten_ != 0)
      profile_.notes.push_back(
          {fmt::format("{}, which no file names: {}", ran(unwritten_), kHowToTell)});
    if (untold_ != 0)
      profile_.notes.push_back({ran(untold_) + " that the program's map does not name"});
  }

  const debuginfo::SearchOptions &search_;
  bool in_place_; ///< recorded paths lead to what the recorded programs wrote
  Profile &profile_;
  std::map<std::uint32_t, std::set<SiteIndex>> sites_; ///< by process
  std::set<std::uint64_t> addresses_;                  ///< of all these sites
  std::map<SiteIndex, std::uint64_t> samples_;
  std::map<std::uint32_t, std::uint32_t> parents_;
  std::map<std::uint32_t, std::set<std::string>> dumps_;
  std::map<std::string, std::optional<jit::CodeNames>> files_; ///< by path; none: nothing is there
  std::uint64_t bytes_read_ = 0;
  std::map<SiteIndex, jit::CodeName> found_;
  std::uint64_t unwritten_ = 0, untold_ = 0; ///< samples without a name
};

} // namespace

void nameRuntimeCode(const lines::NameTables &names, const perf::Recording &recording,
                     const perf::AddressSpaces &spaces, const debuginfo::SearchOptions &search,
                     NameRoom &room, Profile &profile) {
  Namer(names, recording, spaces, search, profile).run(room);
}

} // namespace fsfind::objects
