#include "rules/fleet/ProfileMerger.h"

#include <compare>

namespace fsfind::fleet {

namespace {

std::strong_ordering compareCells(const RecordingRows &a, const RecordingRows &b) {
  for (std::size_t row = 0; row < a.end - a.begin; ++row)
    for (std::size_t i = 0; i < kFieldCount; ++i) {
      const bool text = kProfileColumns[i].type == ColumnType::Text;
      const auto order =
          text ? a.table->text(i, a.begin + row) <=> b.table->text(i, b.begin + row)
               : a.table->count(i, a.begin + row) <=> b.table->count(i, b.begin + row);
      if (order != 0)
        return order;
    }
  return std::strong_ordering::equal;
}

/// A total order of the rows that profiles of one recording have; the greater one stays.
std::strong_ordering compare(const RecordingRows &a, const RecordingRows &b) {
  const auto named = [](const RecordingRows &rows) {
    return rows.table->count(column(Field::NamedSamples), rows.begin);
  };
  if (const auto order = named(a) <=> named(b); order != 0)
    return order;
  if (const auto order = a.end - a.begin <=> b.end - b.begin; order != 0)
    return order;
  return compareCells(a, b);
}

} // namespace

void ProfileMerger::add(Table table) {
  tables_.push_back(std::make_unique<const Table>(std::move(table)));
  for (const RecordingRows &recording : recordingsIn(*tables_.back())) {
    const auto [known, added] = recordings_.try_emplace(recording.id(), recording);
    if (!added && compare(known->second, recording) < 0)
      known->second = recording;
  }
}

Expected<std::string> ProfileMerger::encode(std::string_view version) const {
  std::vector<RecordingRows> recordings;
  for (const auto &[id, rows] : recordings_)
    recordings.push_back(rows);
  return encodeProfile(recordings, version);
}

} // namespace fsfind::fleet
