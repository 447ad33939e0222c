#include "c2c-ingest/typing/Knowledge.h"

#include <utility>

namespace fsfind::typing {

Value Knowledge::of(Definition definition) const {
  const auto known = learnt_.find(definition);
  const Value made = defined(definition);
  return known == learnt_.end() ? made : withOrigin(known->second, made);
}

void Knowledge::learn(const Value &value, const Value &pointer) {
  if (value.kind != Value::Kind::Linear || value.definition == kNoDefinition || value.step != 1)
    return;
  const Value made = pointerTo(pointer.type, pointer.offset - value.offset);
  const auto [known, is_new] = learnt_.try_emplace(value.definition, made);
  const Value best = is_new ? made : types_.better(known->second, made);
  news_ = news_ || is_new || best != known->second;
  known.value() = best;
}

bool Knowledge::takeNews() {
  return std::exchange(news_, false);
}

} // namespace fsfind::typing
