#pragma once

#include "c2c-ingest/typing/MemoryTypes.h"

#include <tsl/robin_map.h>

namespace fsfind::typing {

/// Types of values that become known only after the instruction that made them: the value is kept
/// in a typed variable, or passed as a typed parameter, later. When one becomes known, another run
/// over the function is worthwhile.
class Knowledge {
public:
  explicit Knowledge(MemoryTypes &types) : types_(types) {}

  /// The value that a definition makes, with its type if that is known by now.
  [[nodiscard]] Value of(Definition definition) const;
  /// Notes that `value` turned out to be `pointer`; only for a definition plus an offset.
  void learn(const Value &value, const Value &pointer);

  /// Whether anything was learnt since the last call.
  bool takeNews();

private:
  MemoryTypes &types_;
  tsl::robin_map<Definition, Value> learnt_;
  bool news_ = false;
};

} // namespace fsfind::typing
