#include "c2c-ingest/perf/Recording.h"
#include "c2c-ingest/watch/RecordedStep.h"
#include "c2c-ingest/watch/Samplers.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace fsfind::watch {

namespace {

namespace fs = std::filesystem;

struct Found {
  std::string path;
  fs::file_time_type changed;
};

/// A file that is called a recording is one even if it is empty or torn: that is an error to tell.
bool isStep(const fs::directory_entry &entry) {
  std::error_code error;
  if (entry.is_directory(error))
    return ingest::isRecording(entry.path().string());
  return entry.is_regular_file(error) &&
         (entry.path().extension() == ".data" || ingest::isRecording(entry.path().string()));
}

Expected<std::vector<Found>> recordingsIn(const std::string &folder) {
  std::vector<Found> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (isStep(*entry)) {
      std::error_code none;
      found.push_back({entry->path().string(), fs::last_write_time(entry->path(), none)});
    }
  if (error)
    return failure({folder, {}, "cannot be read: " + error.message(), "name a folder"});
  if (found.empty())
    return failure(
        {folder, {}, "has no recordings", "name a folder with files of perf c2c record"});
  return found;
}

/// Each recording of a folder is a step, as if it had been sampled an interval after the one
/// before.
class Replay : public Sampler {
public:
  Replay(SamplingRequest request, std::vector<Found> found)
      : request_(std::move(request)), found_(std::move(found)) {}

  Expected<Sampled> next() override {
    if (next_ == found_.size())
      return Sampled{};
    const double time = request_.interval * static_cast<double>(next_);
    FSFIND_TRY(Step step, read(found_[next_++].path));
    step.time = time;
    return Sampled{std::move(step), 0};
  }

  [[nodiscard]] std::string how() const override { return "replay of " + request_.replay; }
  [[nodiscard]] bool live() const override { return false; }

private:
  [[nodiscard]] Expected<Step> read(const std::string &path) const {
    std::error_code error;
    if (fs::is_directory(path, error))
      return recordedStep(path, path, request_.ingest, false);
    FSFIND_TRY(const FileCopy copy, FileCopy::of(path));
    return recordedStep(copy.path(), path, request_.ingest, false);
  }

  SamplingRequest request_;
  std::vector<Found> found_;
  std::size_t next_ = 0;
};

} // namespace

Expected<std::unique_ptr<Sampler>> replay(const SamplingRequest &request, const record::Host &) {
  FSFIND_TRY(std::vector<Found> found, recordingsIn(request.replay));
  std::sort(found.begin(), found.end(), [&](const Found &a, const Found &b) {
    return request.by_time && a.changed != b.changed ? a.changed < b.changed : a.path < b.path;
  });
  return std::make_unique<Replay>(request, std::move(found));
}

} // namespace fsfind::watch
