#pragma once

#include "rules/fleet/PackedLines.h"
#include "rules/fleet/ProfileFile.h"

#include <random>
#include <string>

namespace fsfind::test {

/// Profiles of few recordings with few rows, so that the same recording comes again, with the same
/// rows or with others.
class RandomProfiles {
public:
  explicit RandomProfiles(unsigned seed) : random_(seed) {}

  fleet::Table next() {
    fleet::Table table(fleet::kProfileColumns);
    for (char id = 'a'; id <= 'f'; ++id)
      if (below(2) != 0)
        addRecording(table, std::string(1, id));
    table.finish();
    return table;
  }

private:
  unsigned below(unsigned end) { return std::uniform_int_distribution(0U, end - 1)(random_); }

  void addRecording(fleet::Table &table, const std::string &id) {
    addRow(table, id, fleet::kRecordingRow);
    table.set(fleet::column(fleet::Field::NamedSamples), std::uint64_t{below(3)});
    for (unsigned i = below(4); i > 0; --i) {
      addRow(table, id, fleet::kDataRow);
      table.set(fleet::column(fleet::Field::Object), std::string(below(3), 'x'));
      table.set(fleet::column(fleet::Field::Contended), std::uint64_t{below(3)});
      table.set(fleet::column(fleet::Field::ContendedSquares), below(3) * 0.1);
    }
  }

  static void addRow(fleet::Table &table, const std::string &id, std::string_view kind) {
    table.addRows(1);
    table.set(fleet::column(fleet::Field::Recording), id);
    table.set(fleet::column(fleet::Field::Kind), kind);
  }

  std::mt19937 random_;
};

/// The content of a profile's file.
inline std::string profileSeed() {
  const fleet::Table table = RandomProfiles(7).next();
  return fleet::encodeProfile(fleet::recordingsIn(table), "0").value_or("");
}

/// The same unpacked.
inline std::string plainProfileSeed() {
  const std::string packed = profileSeed();
  fleet::LineReader reader(packed, "seed");
  std::string text;
  for (auto line = reader.next(); line && *line; line = reader.next())
    text.append(**line) += '\n';
  return text;
}

} // namespace fsfind::test
