#pragma once

#include "rules/model/Profile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What one step of a watch saw: a short recording, or counts of a short time.
namespace fsfind {

/// Loads that another core's cache answered, by what the processor tells of them.
enum class ContendedKind : std::uint8_t {
  LocalHitm,  ///< modified in another core's cache of the socket
  RemoteHitm, ///< modified in a cache of another socket
  LocalPeer,  ///< by another core's cache of the node, in whatever state (Arm)
  RemotePeer, ///< the same of another node
  NearFill,   ///< from another CCX, of an address of the own node; HITM or not (AMD's counters)
  FarFill,    ///< the same of an address of another node
};
inline constexpr std::size_t kContendedKindCount = 6;

/// One row of the catalogue of kinds: what texts, JSON and metrics call them.
struct ContendedWords {
  ContendedKind kind;
  std::string_view word;   ///< in JSON
  std::string_view family; ///< the metric's name without unit and suffix
  std::string_view label;  ///< the metric's label `kind`
  std::string_view text;
};
inline constexpr std::array<ContendedWords, kContendedKindCount> kContendedWords = {{
    {ContendedKind::LocalHitm, "local_hitm", "hitm_loads", "local", "local HITM"},
    {ContendedKind::RemoteHitm, "remote_hitm", "hitm_loads", "remote", "remote HITM"},
    {ContendedKind::LocalPeer, "local_peer", "peer_loads", "local", "local peer"},
    {ContendedKind::RemotePeer, "remote_peer", "peer_loads", "remote", "remote peer"},
    {ContendedKind::NearFill, "near_fill", "ccx_fills", "near", "near fills"},
    {ContendedKind::FarFill, "far_fill", "ccx_fills", "far", "far fills"},
}};

/// A number for each kind; none = the processor does not tell, which is not 0.
using ContendedLoads = std::array<std::optional<double>, kContendedKindCount>;

/// The sum of those that are told; none if none is.
[[nodiscard]] std::optional<double> sumOf(const ContendedLoads &contended);

/// A part of a whole, both in the same unit.
struct PartOf {
  double part = 0, whole = 0;
  /// 0..1; none if there is no whole.
  [[nodiscard]] std::optional<double> share() const;
  PartOf &operator+=(const PartOf &other);
};

/// The contended loads of one object, or of one of its members.
struct WatchedMember {
  std::string name;          ///< path from the object, without indices; empty = the object itself
  std::uint64_t samples = 0; ///< contended
  bool operator==(const WatchedMember &) const = default;
};
struct WatchedObject {
  std::string name;   ///< variable, else type; empty = unknown
  std::string record; ///< of its members, without namespaces; may be empty
  std::uint64_t samples = 0;
  std::vector<WatchedMember> members; ///< the most contended first; at most kMostMembers
};
inline constexpr std::size_t kMostMembers = 8;
/// Objects of a step that are kept; contended loads of others are only in the sums.
inline constexpr std::size_t kMostObjects = 256;

struct Step {
  std::string origin;            ///< the recording's path; empty for counts
  double time = 0;               ///< seconds from the start of the watch to that of the step
  std::optional<double> seconds; ///< for which was sampled or counted
  ContendedLoads contended;      ///< loads: estimated from samples and their periods, or counted
  std::optional<double> loads, stores; ///< executed ones, estimated or counted
  /// Loads that missed the L3, and those of them that another node's memory or cache answered.
  std::optional<double> missed, remote;
  std::uint64_t samples = 0, lost = 0;
  double loads_a_sample = 1;            ///< how many loads a sample of a load stands for
  std::optional<double> running;        ///< the part of the time that events were counted in, 0..1
  std::vector<WatchedObject> objects{}; ///< the most contended first

  /// ContendedLoads of all loads and stores; nothing if that is not known.
  [[nodiscard]] PartOf ofReferences() const;
  /// ContendedLoads of all loads.
  [[nodiscard]] PartOf ofLoads() const;
  /// Remote loads of those that missed the L3.
  [[nodiscard]] PartOf remoteOfMissed() const;
};

/// A recording as a step. `tells_hitm`: the recorded processor's samples can show HITM. Time and
/// origin are left to the caller.
[[nodiscard]] Step stepOf(const Profile &profile, bool tells_hitm);

} // namespace fsfind
