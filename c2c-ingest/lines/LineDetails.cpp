#include "c2c-ingest/lines/LineDetails.h"

namespace fsfind::lines {

void LineDetails::add(const PlacedSample &placed, const Cell &cell,
                      const decode::DecodedSource &source, const perf::MemoryNodes &nodes) {
  if (cell.line >= histories.size()) {
    histories.resize(cell.line + 1);
    homes.resize(cell.line + 1);
  }
  cells.add(cell);
  histories[cell.line].add(placed, source, timelines);
  homes[cell.line].add(placed.sample, source.kind, nodes);
}

} // namespace fsfind::lines
