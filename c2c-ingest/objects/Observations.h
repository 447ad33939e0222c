#pragma once

#include "c2c-ingest/lines/LineTable.h"
#include "c2c-ingest/objects/AccessSites.h"
#include "c2c-ingest/objects/SiteView.h"

#include <map>
#include <tuple>
#include <vector>

namespace fsfind::objects {

/// All samples of one site's loads, or of its stores, on one datum.
struct Observation {
  std::uint32_t datum = 0;
  SiteIndex site;
  bool store = false;
  std::uint64_t samples = 0;
};

/// The samples on a profile's unnamed targets, and the data that these are.
class Observations {
public:
  Observations(const lines::NameTables &names, const perf::AddressSpaces &spaces,
               const Profile &profile);
  /// Fills in how many bytes accesses to each datum take. To be called when the sites are typed.
  void findSizes(AccessSites &sites);

  [[nodiscard]] const std::vector<Observation> &all() const { return observations_; }
  [[nodiscard]] const std::vector<Datum> &data() const { return data_; }
  /// The threads that use each datum, ascending.
  [[nodiscard]] const std::vector<ThreadIndex> &usersOf(std::uint32_t datum) const {
    return users_[datum];
  }
  [[nodiscard]] TargetIndex targetOf(std::uint32_t datum) const { return targets_[datum]; }
  /// kNoBlock if the recording does not tell the target's block.
  [[nodiscard]] lines::BlockIndex blockOf(TargetIndex target) const;

  /// kNoFrame if the recording does not tell the datum's frame.
  [[nodiscard]] lines::FrameIndex frameOf(std::uint32_t datum) const;

  /// Whether the recording tells the blocks of the heap, and the datum is in the heap and in none
  /// of them: it is the allocator's.
  [[nodiscard]] bool isInNoBlock(std::uint32_t datum) const;

private:
  void gather(const Profile &profile);
  void sumUp();
  std::uint32_t datumOf(const Profile &profile, const Access &access);

  const lines::NameTables &names_;
  const perf::AddressSpaces &spaces_;
  std::map<TargetIndex, std::uint32_t> datum_of_;
  std::map<std::tuple<std::uint32_t, lines::BlockIndex, lines::FrameIndex>, std::uint32_t>
      memory_; ///< Datum::space, by process
  std::vector<Datum> data_;
  std::vector<TargetIndex> targets_;            ///< by datum
  std::vector<std::vector<ThreadIndex>> users_; ///< by datum
  std::vector<Observation> observations_;
};

} // namespace fsfind::objects
