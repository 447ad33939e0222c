#pragma once

#include "c2c-ingest/typing/MemoryTypes.h"

#include <tsl/robin_map.h>

namespace fsfind::typing {

/// What was learnt of values after they were made: a register gets a name, or is passed on as a
/// parameter, only later. Learning something new makes another run over the function worthwhile.
class Knowledge {
public:
  explicit Knowledge(MemoryTypes &types) : types_(types) {}

  /// The value that a definition makes, by what is known by now.
  [[nodiscard]] Value of(Definition definition) const;
  /// `value` turned out to be `pointer`.
  void learn(const Value &value, const Value &pointer);

  /// Whether anything was learnt since the last call.
  bool takeNews();

private:
  MemoryTypes &types_;
  tsl::robin_map<Definition, Value> learnt_;
  bool news_ = false;
};

} // namespace fsfind::typing
