#include "c2c-ingest/record/RecordingFile.h"

#include "c2c-ingest/perf/SimulatedEvent.h"
#include "c2c-ingest/record/RecordingFeatures.h"
#include "c2c-ingest/record/RecordingHead.h"

namespace fsfind::record {

static_assert(kStatusOffset + offsetof(RecordingStatus, error) == perf::kSimulatedErrorOffset);

Expected<RecordingFile> RecordingFile::create(const std::string &path,
                                              const Simulation &simulation) {
  FSFIND_TRY(RecordingOutput output,
             RecordingOutput::create(path, recordingHead(simulation, {}, 0)));
  return RecordingFile(std::move(output), simulation);
}

Expected<RecordedData> RecordingFile::finish(const RecordedRun &run) {
  const RecordingStatus status = output_.stop();
  if (status.by_code != 0 && simulation_.by_code == Simulation::ByCode::No)
    simulation_.by_code = Simulation::ByCode::OfSomePrograms;
  const RecordingForm form = {[this](const FileParts &parts) {
                                return recordingHead(simulation_, parts.data, parts.features);
                              },
                              [&](const RecordedContents &contents) {
                                return recordingFeatures({simulation_, run.version, run.arch,
                                                          run.command_line, contents.start(),
                                                          contents.last_time, contents.build_ids});
                              }};
  FSFIND_TRY(const RecordedContents contents, output_.finish(form, run.compress));
  RecordedData data;
  data.samples = contents.samples;
  data.doublings = status.doublings;
  data.by_code = simulation_.by_code;
  data.losses.full = status.keeps == RecordingStatus::Nothing;
  data.losses.unnamed = status.keeps == RecordingStatus::WithoutNames;
  data.losses.native = status.native;
  data.losses.apart = status.apart;
  data.losses.mapped_apart = contents.mapped_apart;
  return data;
}

} // namespace fsfind::record
