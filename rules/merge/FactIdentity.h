#pragma once

#include "rules/codec/FactsWriter.h"

#include <compare>
#include <functional>
#include <xxhash.h>

namespace fsfind {

/// A hash that says which entity this is, whatever its index: equal hashes mean the same entity.
struct FactIdentity {
  std::uint64_t high = 0, low = 0;
  auto operator<=>(const FactIdentity &) const = default;
};

/// The identities of all entries, for each table by index.
struct FactIdentities {
  std::vector<FactIdentity> files, types, records, variables, functions;
  [[nodiscard]] const FactIdentity &of(FileIndex at) const { return files[at.value()]; }
  [[nodiscard]] const FactIdentity &of(TypeIndex at) const { return types[at.value()]; }
  [[nodiscard]] const FactIdentity &of(RecordIndex at) const { return records[at.value()]; }
  [[nodiscard]] const FactIdentity &of(VariableIndex at) const { return variables[at.value()]; }
  [[nodiscard]] const FactIdentity &of(FunctionIndex at) const { return functions[at.value()]; }
};

/// The identity that these fields make. A reference contributes the identity of its entry, not its
/// index; `known` must have it. `scratch` is a buffer, kept to save allocations.
template <class... Fields>
FactIdentity identityOf(const FactIdentities &known, std::string &scratch,
                        const Fields &...fields) {
  scratch.clear();
  FactsWriter writer(scratch, [&](auto &self, std::string &, auto reference) {
    const FactIdentity &identity = known.of(reference);
    self(identity.high, identity.low);
  });
  writer(fields...);
  const XXH128_hash_t hash = XXH3_128bits(scratch.data(), scratch.size());
  return {hash.high64, hash.low64};
}

/// Whether the record's members are known.
[[nodiscard]] inline bool isComplete(const FactRecord &record) {
  return record.size != 0 || !record.members.empty();
}

/// The facts must be sound (Soundness.h): for a type that contains itself this would not end.
[[nodiscard]] FactIdentities identitiesOf(const Facts &facts);

} // namespace fsfind

template <> struct std::hash<fsfind::FactIdentity> {
  std::size_t operator()(const fsfind::FactIdentity &identity) const noexcept {
    return identity.low;
  }
};
