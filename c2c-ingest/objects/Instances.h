#pragma once

#include "c2c-ingest/objects/Claim.h"

#include <span>
#include <utility>
#include <vector>

namespace fsfind::objects {

/// How much an object says as the name of a datum; the higher, the more.
enum class Rank : std::uint8_t {
  Scalar,  ///< a number or pointer: says little
  Library, ///< a record of the language's library
  Author,  ///< a record that the author wrote, or a variable
};

/// An object that site_views claim to lie at an address.
struct Instance {
  std::uint32_t space = 0;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  TypeNumber type;
  Rank rank = Rank::Scalar;
  /// A view that knows the object as a variable; null if it is reached through pointers only.
  const typing::Hypothesis *variable = nullptr;

  std::vector<std::uint32_t> observations; ///< numbers of those that claim it; ascending
  std::vector<std::uint32_t> data;         ///< numbers of the data observed; ascending
  /// Claimed by several views (loads and stores of a site have one each), or by observations with
  /// at least half of the samples in `strength`.
  bool confirmed = false;
  const typing::Hypothesis *last_view = nullptr; ///< the view of the last claim
  bool exact = false, strided = false, verified = false;
  /// A variable whose frame lived while others used it.
  bool lived = false;

  std::vector<std::uint32_t> outers; ///< instances that it is a part of
  std::uint64_t strength = 0; ///< samples of sites that claim it, or an author's record in it
  std::uint64_t doubts = 0;   ///< samples of sites that claim another type there
  bool live = true;           ///< false once a conflicting instance has won
  bool contested = false;     ///< it conflicts with another live instance

  [[nodiscard]] std::uint64_t end() const { return base + size; }
  [[nodiscard]] bool covers(std::uint64_t address) const {
    return address >= base && address - base < size;
  }
};

/// An array element of unknown index whose outer object is not known either.
struct LooseElement {
  std::uint32_t datum = 0;
  Claim claim;                              ///< with `inside`
  const typing::Hypothesis *view = nullptr; ///< as Instance::variable
  bool verified = false;
  std::vector<std::uint32_t> observations; ///< ascending
};

/// In a conflict one side wins only if it has at least so many times the samples of the other.
inline constexpr std::uint64_t kClearMajority = 10;
/// Most objects that may overlap at one address; only crafted or badly mistyped input has more.
inline constexpr std::size_t kMostOverlapping = 64;

/// All objects claimed in all address spaces, sorted by space and address, with their relations:
/// which is a part of which, and which are in conflict. The order of site_views does not matter.
class Instances {
public:
  Instances(std::span<const Datum> data, std::span<const SiteView> site_views, TypeView &types);

  [[nodiscard]] const std::vector<Instance> &all() const { return instances_; }
  /// Sorted by datum.
  [[nodiscard]] const std::vector<LooseElement> &loose() const { return loose_; }
  [[nodiscard]] std::uint64_t samplesOf(const std::vector<std::uint32_t> &observations) const;
  /// True if the type of `outer` has a part of `inner`'s type at `inner`'s address.
  [[nodiscard]] bool fits(const Instance &inner, const Instance &outer) const;
  /// True if for some index the array of `loose` lies in `outer`; `address` is that of the datum.
  [[nodiscard]] bool fits(const LooseElement &loose, std::uint64_t address,
                          const Instance &outer) const;

private:
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  void gather(std::span<const Datum> data, std::span<const SiteView> site_views);
  void adoptLoose(std::span<const Datum> data);
  [[nodiscard]] std::size_t elementOf(const LooseElement &loose, const Datum &datum) const;
  void relate();
  void relate(std::uint32_t a, std::uint32_t b);
  void weigh();
  void markArrays();
  void settle();
  bool settleOnce();
  [[nodiscard]] static bool beats(const Instance &one, const Instance &other);
  [[nodiscard]] bool outermost(const Instance &instance) const;

  TypeView &types_;
  std::vector<std::uint64_t> samples_; ///< by observation
  std::vector<Instance> instances_;
  std::vector<LooseElement> loose_;
  Pairs conflicts_; ///< instances of rank Author that overlap, neither a part of the other
};

} // namespace fsfind::objects
