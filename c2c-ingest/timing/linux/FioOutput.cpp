#include "c2c-ingest/timing/linux/FioOutput.h"

#include "rules/codec/FieldReader.h"

#include <algorithm>
#include <vector>

namespace fsfind::timing {

namespace {

using Json = nlohmann::json;

Error unreadable(std::string what) {
  return {"fio", {}, std::move(what), "see that fio runs, or leave out --storage"};
}

/// What fio says where it gives no document: its first line.
std::string firstLine(std::string_view text) {
  constexpr std::size_t kMost = 200;
  const std::string_view line = text.substr(0, std::min(text.find('\n'), kMost));
  return line.empty() ? "printed nothing" : fmt::format("printed no result: {}", line);
}

/// Of one job.
struct Job {
  std::uint32_t error = 0;
  double bytes_per_second = 0;
};

} // namespace

Expected<FioRun> parseFio(std::string_view text) {
  constexpr double kGiga = 1e9, kMost = 1e18;
  const std::size_t start = text.starts_with('{') ? 0 : text.find("\n{");
  if (start == std::string_view::npos)
    return failure(unreadable(firstLine(text)));
  const Json json = Json::parse(text.substr(start), nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded())
    return failure(unreadable("printed a result that is not whole"));
  std::string problem;
  std::vector<Job> jobs;
  const FieldReader reader(json, "", problem);
  reader.require("jobs");
  reader.objects("jobs", jobs, [](const FieldReader &at, Job &job) {
    at.require("read");
    at.number("error", job.error);
    at.object("read", [&](const FieldReader &read) {
      read.require("bw_bytes");
      read.measure("bw_bytes", job.bytes_per_second);
    });
  });
  if (problem.empty() && jobs.size() != 1)
    problem = fmt::format("jobs are {}, not one", jobs.size());
  if (problem.empty() && jobs[0].error == 0 &&
      !(jobs[0].bytes_per_second > 0 && jobs[0].bytes_per_second < kMost))
    problem = "jobs[0].read.bw_bytes is no rate";
  if (!problem.empty())
    return failure(unreadable("printed what is not understood: " + problem));
  return FioRun{static_cast<int>(std::min<std::uint32_t>(jobs[0].error, INT32_MAX)),
                jobs[0].bytes_per_second / kGiga};
}

} // namespace fsfind::timing
