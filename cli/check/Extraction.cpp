#include "cli/check/Extraction.h"

#include "analyzer/worker/Messages.h"
#include "cli/check/FactsCache.h"
#include "cli/check/Files.h"
#include "cli/check/WorkerPool.h"
#include "cli/terminal/EndRequests.h"
#include "rules/codec/FactsFile.h"
#include "rules/merge/MergeFacts.h"
#include "rules/model/ContentHash.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace fsfind::check {

namespace {

namespace fs = std::filesystem;
using analyzer::UnitAnswer;
using analyzer::UnitRequest;

constexpr std::uint64_t kCacheLimit = std::uint64_t{2} << 30U; // bytes

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

/// The path in the form in which the worker names the files that a unit depends on.
std::string realPath(const std::string &path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

/// One unit and what is known of its facts so far.
struct Slot {
  UnitRequest request;
  std::string key;                  ///< key in the cache
  std::string facts;                ///< path of the facts file; empty = none yet
  std::optional<UnitAnswer> answer; ///< none if its worker failed
  std::string problem;
};

class Extractor {
public:
  Extractor(const ExtractionOptions &options, std::string worker, TemporaryFolder folder,
            const cli::EndRequests &requests)
      : options_(options), worker_(std::move(worker)), folder_(std::move(folder)),
        requests_(requests), hashes_(options.cache.empty() ? "" : options.cache + "/hashes"),
        cache_(options.cache, hashes_) {
    for (const auto &[path, text] : options.edited)
      hashes_.pretend(realPath(path), {text.size(), contentHash(text)});
  }

  Expected<Extraction> run(const std::vector<CompileCommand> &commands, std::string cache_trouble) {
    extraction_.cache_trouble = std::move(cache_trouble);
    prepare(commands);
    if (!interrupted()) {
      FSFIND_TRY(extraction_.interrupted, runMissing());
    }
    if (!options_.cache.empty())
      hashes_.save();
    if (!interrupted())
      merge();
    if (!options_.cache.empty() && extraction_.cached < extraction_.units)
      cache_.trim(kCacheLimit);
    return std::move(extraction_);
  }

private:
  [[nodiscard]] bool interrupted() {
    if (extraction_.interrupted == 0)
      extraction_.interrupted = requests_.take();
    return extraction_.interrupted != 0;
  }

  void prepare(const std::vector<CompileCommand> &commands) {
    extraction_.units = commands.size();
    const auto worker = hashes_.of(worker_).value_or(FileContent{});
    for (const CompileCommand &command : commands) {
      if (interrupted())
        return;
      Slot slot;
      slot.request = {command.directory, command.file, command.arguments, "", options_.words};
      if (!options_.cache.empty())
        look(slot, worker);
      if (slot.facts.empty())
        missing_.push_back(slots_.size());
      slots_.push_back(std::move(slot));
    }
    extraction_.cached = slots_.size() - missing_.size();
  }

  void look(Slot &slot, const FileContent &worker) {
    slot.key = FactsCache::keyOf(slot.request, worker);
    if (auto cached = cache_.find(slot.key)) {
      slot.facts = std::move(cached->facts);
      slot.answer = std::move(cached->answer);
    }
  }

  Expected<int> runMissing() {
    const PoolOptions pool{worker_, folder_.path(),
                           options_.jobs == 0 ? defaultJobs() : options_.jobs,
                           options_.unit_timeout};
    std::size_t finished = 0;
    return runWorkers(
        pool, missing_.size(),
        [&](std::size_t i) {
          Slot &slot = slots_[missing_[i]];
          slot.request.memory = options_.unit_memory;
          slot.request.edited = options_.edited;
          slot.request.output = fmt::format("{}/{}.facts", folder_.path(), i);
          return toJson(slot.request);
        },
        [&](std::size_t i, WorkerEnd end) {
          finish(slots_[missing_[i]], std::move(end));
          progress("reading sources",
                   static_cast<double>(++finished) / static_cast<double>(missing_.size()));
        });
  }

  void finish(Slot &slot, WorkerEnd end) {
    if (!end.problem.empty()) {
      slot.problem = std::move(end.problem);
      return;
    }
    auto answer = analyzer::answerFromJson(end.output);
    if (!answer || !answer->failure.empty()) {
      slot.problem = answer ? answer->failure : answer.error().message();
      return;
    }
    slot.answer = std::move(*answer);
    slot.facts = slot.request.output;
    if (!slot.key.empty() && options_.edited.empty())
      slot.facts = cache_.store(slot.key, *slot.answer, slot.facts);
  }

  void merge() {
    FactsMerger merger;
    for (std::size_t i = 0; i < slots_.size() && !interrupted(); ++i) {
      progress("joining facts", static_cast<double>(i) / static_cast<double>(slots_.size()));
      addTo(merger, slots_[i]);
    }
    extraction_.facts = merger.take();
  }

  void addTo(FactsMerger &merger, Slot &slot) {
    if (!slot.facts.empty()) {
      if (auto facts = readFactsFile(slot.facts))
        merger.add(std::move(*facts));
      else
        slot.problem = facts.error().message();
    }
    if (!slot.problem.empty())
      extraction_.failed.push_back({slot.request.file, slot.problem});
    else if (slot.answer && slot.answer->errors != 0)
      extraction_.erroneous.push_back(
          {slot.request.file,
           fmt::format("{} error{}, the first: {}", slot.answer->errors,
                       slot.answer->errors == 1 ? "" : "s", slot.answer->first_error)});
  }

  void progress(std::string_view stage, double fraction) const {
    if (options_.progress)
      options_.progress(stage, fraction);
  }

  const ExtractionOptions &options_;
  std::string worker_;
  TemporaryFolder folder_;
  const cli::EndRequests &requests_;
  FileHashes hashes_;
  FactsCache cache_;
  std::vector<Slot> slots_;
  std::vector<std::size_t> missing_; ///< positions of slots that are not in the cache
  Extraction extraction_;
};

/// A new folder for the workers' files, and why nothing can be kept in the cache.
struct Workplace {
  TemporaryFolder folder;
  std::string cache_trouble;
};

/// Makes the cache if it is missing, and the workers' folder in it, so that facts files can be
/// moved within one file system. Falls back on the system's folder for temporary files.
Expected<Workplace> workplaceIn(const std::string &cache) {
  std::error_code error;
  std::string trouble;
  if (!cache.empty()) {
    fs::create_directories(cache, error);
    auto inside = TemporaryFolder::in(cache);
    if (inside)
      return Workplace{std::move(*inside), {}};
    trouble =
        fmt::format("{}: {}; nothing is kept for the next run; name another folder with "
                    "--cache-dir, or use --no-cache",
                    cache, error ? "cannot be made: " + error.message() : inside.error().what);
  }
  const fs::path temporary = fs::temp_directory_path(error);
  FSFIND_TRY(TemporaryFolder folder, TemporaryFolder::in(error ? "/tmp" : temporary.string()));
  return Workplace{std::move(folder), std::move(trouble)};
}

} // namespace

Expected<Extraction> extractUnits(const std::vector<CompileCommand> &commands,
                                  const ExtractionOptions &options) {
  FSFIND_TRY(std::string worker, workerPath());
  const cli::EndRequests
      requests; // so that the temporary folder is removed before the program ends
  FSFIND_TRY(Workplace place, workplaceIn(options.cache));
  return Extractor(options, std::move(worker), std::move(place.folder), requests)
      .run(commands, std::move(place.cache_trouble));
}

} // namespace fsfind::check
