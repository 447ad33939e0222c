#include "c2c-ingest/lines/FirstLook.h"

#include <algorithm>

namespace fsfind::lines {

void FirstLook::look(const perf::RecordBatch &batch, const Context &context) {
  listed_.clear();
  const bool list = may_list_ != 0;
  context.scanner.scan(
      batch, worker_, [&]() -> PlacedSample & { return block_[coming_].placed; },
      [&](std::size_t at) {
        Coming &coming = block_[coming_++];
        coming.at = at;
        coming.place = survey_.find(coming.placed, context.keys);
        if (coming_ == kBlock)
          takeBlock(list, context);
      });
  takeBlock(list, context);
  may_list_ -= std::min(may_list_, listed_.size());
  if (!list || !listed_.empty())
    passed_.push_back({batch.position, !list, listed_});
}

void FirstLook::takeBlock(bool list, const Context &context) {
  for (std::size_t i = 0; i < coming_; ++i)
    survey_.approach(block_[i].place);
  for (std::size_t i = 0; i < coming_; ++i) {
    const auto &[placed, place, at] = block_[i];
    const LineSurvey::Sighting seen = survey_.add(placed, place, context.keys);
    if (!list)
      continue;
    if (seen.contended)
      keep(placed, seen, context);
    else
      listed_.push_back({seen.line, static_cast<std::uint32_t>(at)});
  }
  coming_ = 0;
}

void FirstLook::lookAtQueue(std::size_t queue, const Context &context) {
  context.scanner.scanQueue(queue, worker_,
                            [&](const PlacedSample &placed) { survey_.add(placed, context.keys); });
}

void FirstLook::keep(const PlacedSample &placed, LineSurvey::Sighting seen,
                     const Context &context) {
  if (seen.line >= detail_of_line_.size())
    detail_of_line_.resize(survey_.lineCount(), ingest::SlotTable::kNone);
  std::uint32_t &detail = detail_of_line_[seen.line];
  if (detail == ingest::SlotTable::kNone) {
    detail = static_cast<std::uint32_t>(detailed_lines_.size());
    detailed_lines_.push_back(seen.line);
  }
  const perf::Sample &sample = placed.sample;
  const BlockIndex block = context.blocks.find(sample.pid, sample.address, sample.time);
  details_.add(placed, cellOf(placed, detail, seen.source, block), survey_.sources()[seen.source],
               context.nodes);
}

} // namespace fsfind::lines
