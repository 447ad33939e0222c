#pragma once

#include "rules/model/Facts.h"

/// Rules for provenances, the sources of index values.
namespace fsfind::analyzer {

inline constexpr unsigned kProvenanceDepth = 14;

[[nodiscard]] bool ofThread(Provenance from);
/// How much the source of one operand tells about which thread uses the element; of two operands
/// the higher one counts.
[[nodiscard]] int weight(Provenance from);
/// The provenance of a number after a remainder, mask or xor; the source is kept.
[[nodiscard]] FactIndex hashOf(FactIndex number);
/// Whether the number is a hash of an argument, `number` of which counts from 1.
[[nodiscard]] bool isOfArgument(const FactIndex &hash);
/// Replaces that argument by what the caller gives.
[[nodiscard]] FactIndex withArgument(const FactIndex &hash, FactIndex given);

} // namespace fsfind::analyzer
