#pragma once

#include <string_view>

/// The stable ids of all rules (docs/rules), of those about recordings and those about sources.
namespace fsfind {

inline constexpr std::string_view kRuleAdjacentGlobals = "fsfind-adjacent-globals";
/// Neighbours on a line that are no static data: separate heap objects, variables of a frame.
inline constexpr std::string_view kRuleAdjacentObjects = "fsfind-adjacent-objects";
inline constexpr std::string_view kRuleAdjacentThreadFields = "fsfind-adjacent-thread-fields";
inline constexpr std::string_view kRuleContendedAtomic = "fsfind-contended-atomic";
inline constexpr std::string_view kRuleIneffectivePadding = "fsfind-ineffective-padding";
inline constexpr std::string_view kRuleNeedlessPadding = "fsfind-needless-padding";
inline constexpr std::string_view kRulePartitionEdges = "fsfind-partition-edges";
inline constexpr std::string_view kRulePerThreadSlots = "fsfind-per-thread-slots";
inline constexpr std::string_view kRuleSerialFirstTouch = "fsfind-serial-first-touch";
inline constexpr std::string_view kRuleShardByThreadId = "fsfind-shard-by-thread-id";

} // namespace fsfind
