#include "cli/check/Extraction.h"

#include "analyzer/worker/Messages.h"
#include "cli/check/AppearingFiles.h"
#include "cli/check/FactsCache.h"
#include "cli/check/WorkerPool.h"
#include "cli/terminal/Output.h"
#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"
#include "rules/model/ContentDigest.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <ostream>
#include <set>

namespace fsfind::check {

namespace {

namespace fs = std::filesystem;
using analyzer::UnitAnswer;
using analyzer::UnitRequest;

constexpr std::uint64_t kCacheLimit = std::uint64_t{2} << 30U; // bytes
constexpr std::size_t kLeastRoom = std::size_t{4} << 20U;      // bytes

/// Path of the worker: beside fsfind in a build tree, in the library folder if installed.
Expected<std::string> workerPath() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path &place : {folder, folder.parent_path() / FSFIND_LIBDIR / "fsfind"})
    if (fs::exists(place / "fsfind-facts", error))
      return (place / "fsfind-facts").string();
  return failure({"fsfind-facts",
                  {},
                  "is not beside fsfind, which needs it to read sources",
                  "install fsfind whole, or build the target fsfind-facts"});
}

/// Fails if the disk of the folder has less room than the facts of a few units take.
Expected<void> tryRoom(const std::string &folder) {
  const std::string path = folder + "/room";
  const std::string filling(kLeastRoom, ' ');
  const auto written = cli::writeFile(path, [&](std::ostream &out) { out << filling; });
  std::error_code none;
  fs::remove(path, none);
  return written;
}

Error noRoom(const TemporaryFolder &folder, const Error &why) {
  return {fs::path(folder.path()).parent_path().string(),
          {},
          why.what + ", so that sources cannot be read",
          "free some space there, or set TMPDIR to another folder"};
}

/// The path in the form in which the worker names the files that a unit depends on.
std::string realPath(const std::string &path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

/// One unit and what is known of its facts so far.
struct Slot {
  UnitRequest request;
  std::string key;                  ///< in the cache
  std::string facts;                ///< path of the facts file; empty = none yet
  std::optional<UnitAnswer> answer; ///< none if its worker failed
  std::string problem;
  std::vector<std::string> beyond; ///< UnitAnswer::beyond, also of a unit that has failed
};

class Extractor {
public:
  Extractor(const ExtractionOptions &options, std::string worker, const Workplace &place)
      : options_(options), worker_(std::move(worker)), place_(place),
        hashes_(place.cache.empty() ? "" : place.cache + "/hashes"), cache_(place.cache, hashes_),
        scratch_(place.folder.path(), hashes_) {
    for (const std::string &path : options.edited.gone)
      hashes_.pretend(realPath(path), std::nullopt);
    for (const std::string &path : options.edited.appeared)
      appearing_.add(path, realPath(path));
    std::error_code error;
    for (const auto &[path, text] : options.edited.texts) {
      hashes_.pretend(realPath(path), FileContent{text.size(), contentDigest(text)});
      if (!fs::exists(path, error))
        appearing_.add(path, realPath(path));
    }
  }

  Expected<Extraction> run(const std::vector<CompileCommand> &commands) {
    prepare(commands);
    if (!interrupted()) {
      FSFIND_TRY(extraction_.interrupted, runMissing(missing_, place_.folder.path()));
    }
    FSFIND_CHECK(readBeyond());
    if (!interrupted()) {
      FSFIND_CHECK(repeatElsewhere());
    }
    if (!place_.cache.empty())
      hashes_.save();
    countUnread();
    if (!interrupted() && extraction_.unread == 0)
      merge();
    if (!place_.cache.empty() && extraction_.cached < extraction_.units)
      cache_.trim(kCacheLimit);
    return std::move(extraction_);
  }

private:
  [[nodiscard]] bool interrupted() {
    if (extraction_.interrupted == 0)
      extraction_.interrupted = place_.requests->take();
    return extraction_.interrupted != 0;
  }

  void prepare(const std::vector<CompileCommand> &commands) {
    extraction_.units = commands.size();
    const auto worker = hashes_.of(worker_).value_or(FileContent{});
    for (const CompileCommand &command : commands) {
      if (interrupted())
        return;
      Slot slot;
      slot.request = {command.directory, command.file, command.arguments, {}, {},
                      options_.knowledge};
      look(slot, worker);
      if (slot.facts.empty())
        missing_.push_back(slots_.size());
      slots_.push_back(std::move(slot));
    }
    extraction_.cached = slots_.size() - missing_.size();
  }

  void look(Slot &slot, const FileContent &worker) {
    slot.key = FactsCache::keyOf(slot.request, worker);
    if (options_.edited.relinked || !options_.edited.links.empty())
      return;
    auto known = scratch_.find(keyOfEdited(slot));
    if (!known)
      known = scratch_.find(slot.key);
    if (!known && !place_.cache.empty())
      known = cache_.find(slot.key);
    if (!known || appearing_.mayChange(known->answer))
      return;
    slot.facts = std::move(known->facts);
    share(slot.answer.emplace(std::move(known->answer)));
  }

  /// Facts of edited texts are kept beside those of the files, since either may be asked for again.
  [[nodiscard]] static std::string keyOfEdited(const Slot &slot) { return slot.key + "-edited"; }

  /// Takes from an answer the names that are the same in many: each is then there once.
  void share(UnitAnswer &answer) {
    for (analyzer::Dependency &one : answer.dependencies)
      dependencies_.insert(std::move(one.path));
    if (answer.errors != 0) // else __has_include has asked for them
      absent_.insert(answer.absent.begin(), answer.absent.end());
    answer.dependencies = {};
    answer.absent = {};
  }

  void keep(Slot &slot) {
    store(slot);
    share(*slot.answer);
  }

  void store(Slot &slot) {
    if (elsewhere_)
      return;
    if (!options_.edited.empty())
      slot.facts = scratch_.store(keyOfEdited(slot), *slot.answer, slot.facts);
    else if (place_.cache.empty() || !place_.cache_trouble.empty())
      slot.facts = scratch_.store(slot.key, *slot.answer, slot.facts);
    else
      slot.facts = cache_.store(slot.key, *slot.answer, slot.facts);
  }

  /// Reads units again whose headers lie beyond the folders that their commands name, behind links
  /// or by `../`. Headers found that way may lead further.
  Expected<void> readBeyond() {
    constexpr int kRounds = 4;
    constexpr std::size_t kMostFolders = 256; // of one unit
    for (int round = 0; round < kRounds && !interrupted(); ++round) {
      std::vector<std::size_t> units;
      for (const std::size_t i : missing_) {
        Slot &slot = slots_[i];
        auto &folders = slot.request.beyond;
        if (slot.beyond.empty() || folders.size() > kMostFolders)
          continue;
        folders.insert(folders.end(), slot.beyond.begin(), slot.beyond.end());
        slot.beyond.clear();
        slot.problem.clear();
        slot.facts.clear();
        slot.answer.reset();
        units.push_back(i);
      }
      if (units.empty())
        break;
      FSFIND_TRY(extraction_.interrupted, runMissing(units, place_.folder.path()));
    }
    if (!interrupted())
      for (const std::size_t i : missing_)
        if (!slots_[i].beyond.empty() && slots_[i].answer)
          keep(slots_[i]);
    return {};
  }

  [[nodiscard]] std::vector<std::size_t> failedUnits() const {
    std::vector<std::size_t> failed;
    for (const std::size_t i : missing_)
      if (!slots_[i].problem.empty())
        failed.push_back(i);
    return failed;
  }

  /// Reads the units that failed again where there is room, if the cache's disk has none. Fails if
  /// there is none for temporary files either: what else would say so are as many units.
  Expected<void> repeatElsewhere() {
    const std::vector<std::size_t> failed = failedUnits();
    if (failed.empty())
      return {};
    const auto room = tryRoom(place_.folder.path());
    if (room)
      return {};
    if (place_.cache.empty() || !place_.cache_trouble.empty())
      return failure(noRoom(place_.folder, room.error()));
    FSFIND_TRY(TemporaryFolder folder, TemporaryFolder::make());
    elsewhere_.emplace(std::move(folder));
    extraction_.cache_trouble =
        fmt::format("{}: {}; what was read since is not kept for the next run; make room, name "
                    "another folder with --cache-dir, or use --no-cache",
                    place_.cache, room.error().what);
    for (const std::size_t i : failed)
      slots_[i].problem.clear();
    FSFIND_TRY(extraction_.interrupted, runMissing(failed, elsewhere_->path()));
    if (interrupted() || failedUnits().empty())
      return {};
    if (const auto more = tryRoom(elsewhere_->path()); !more)
      return failure(noRoom(*elsewhere_, more.error()));
    return {};
  }

  Expected<int> runMissing(const std::vector<std::size_t> &units, const std::string &folder) {
    const PoolOptions pool{worker_,
                           folder,
                           options_.jobs == 0 ? defaultJobs() : options_.jobs,
                           options_.unit_timeout,
                           options_.until,
                           read_};
    read_ += units.size();
    std::size_t finished = 0;
    return runWorkers(
        pool, units.size(),
        [&](std::size_t i) {
          Slot &slot = slots_[units[i]];
          slot.request.memory = options_.unit_memory;
          slot.request.edited = options_.edited;
          slot.request.trusted = options_.trusted;
          return toJson(slot.request);
        },
        [&](std::size_t i, WorkerEnd end) {
          finish(slots_[units[i]], std::move(end), factsFile(pool, i));
          progress("reading sources",
                   static_cast<double>(++finished) / static_cast<double>(units.size()));
        });
  }

  void finish(Slot &slot, WorkerEnd end, std::string facts) {
    if (!end.problem.empty()) {
      slot.problem = std::move(end.problem);
      return;
    }
    auto answer = analyzer::answerFromJson(end.output);
    slot.beyond = answer ? answer->beyond : std::vector<std::string>();
    if (!answer || !answer->failure.empty()) {
      slot.problem = answer ? answer->failure : answer.error().message();
      return;
    }
    slot.answer = std::move(*answer);
    slot.facts = std::move(facts);
    if (slot.beyond.empty()) // else it is read again, and these facts are of no use later
      keep(slot);
  }

  void countUnread() {
    extraction_.unread =
        static_cast<std::size_t>(std::count_if(slots_.begin(), slots_.end(), [](const Slot &slot) {
          return !slot.answer && slot.problem.empty();
        }));
  }

  void merge() {
    FactsMerger merger;
    extraction_.confinement = {true, true};
    for (std::size_t i = 0; i < slots_.size() && !interrupted(); ++i) {
      progress("joining facts", static_cast<double>(i) / static_cast<double>(slots_.size()));
      addTo(merger, slots_[i]);
    }
    extraction_.facts = merger.take();
    extraction_.layouts = layouts_.several();
    extraction_.dependencies.assign(dependencies_.begin(), dependencies_.end());
    extraction_.absent.assign(absent_.begin(), absent_.end());
  }

  void addTo(FactsMerger &merger, Slot &slot) {
    if (!slot.facts.empty()) {
      if (auto facts = readFactsFile(slot.facts)) {
        layouts_.add(*facts, slot.request.file);
        merger.add(std::move(*facts));
      } else
        slot.problem = facts.error().message();
    }
    if (slot.answer)
      addAnswer(*slot.answer);
    if (!slot.problem.empty())
      extraction_.failed.push_back({slot.request.file, slot.problem});
    else if (slot.answer && slot.answer->errors != 0)
      extraction_.erroneous.push_back(
          {slot.request.file,
           fmt::format("{} error{}, the first: {}", slot.answer->errors,
                       slot.answer->errors == 1 ? "" : "s", slot.answer->first_error)});
  }

  void addAnswer(UnitAnswer &answer) {
    share(answer);
    for (const std::string &option : answer.dropped)
      ++extraction_.dropped[option];
    extraction_.confinement.calls &= answer.calls_confined;
    extraction_.confinement.files &= answer.files_confined;
  }

  void progress(std::string_view stage, double fraction) const {
    if (options_.progress)
      options_.progress(stage, fraction);
  }

  const ExtractionOptions &options_;
  std::string worker_;
  const Workplace &place_;
  FileHashes hashes_;
  FactsCache cache_, scratch_;
  LayoutsSeen layouts_;
  std::vector<Slot> slots_;
  std::vector<std::size_t> missing_; ///< positions of slots whose facts are not known
  std::size_t read_ = 0;             ///< how many times a worker was started for a unit
  std::set<std::string> dependencies_, absent_;
  AppearingFiles appearing_;
  std::optional<TemporaryFolder> elsewhere_; ///< where the cache's disk is full
  Extraction extraction_;
};

} // namespace

Expected<Workplace> workplaceIn(const std::string &cache) {
  auto requests = std::make_unique<cli::EndRequests>();
  std::string trouble = cache.empty() ? "" : makeOwnFolder(cache);
  const std::string usable = trouble.empty() ? cache : "";
  if (!usable.empty()) {
    auto inside = TemporaryFolder::in(usable, "run-");
    if (inside)
      return Workplace{std::move(requests), std::move(*inside), usable, {}};
    trouble = inside.error().what;
  }
  if (!trouble.empty())
    trouble = fmt::format("{}: {}; nothing is kept for the next run; name another folder with "
                          "--cache-dir, or use --no-cache",
                          cache, trouble);
  FSFIND_TRY(TemporaryFolder folder, TemporaryFolder::make());
  return Workplace{std::move(requests), std::move(folder), usable, std::move(trouble)};
}

Expected<Extraction> extractUnits(const std::vector<CompileCommand> &commands,
                                  const ExtractionOptions &options, const Workplace &place) {
  FSFIND_TRY(std::string worker, workerPath());
  return Extractor(options, std::move(worker), place).run(commands);
}

} // namespace fsfind::check
