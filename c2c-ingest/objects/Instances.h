#pragma once

#include "c2c-ingest/objects/Claim.h"

#include <span>
#include <utility>
#include <vector>

namespace fsfind::objects {

/// How good an answer an object is.
enum class Rank : std::uint8_t {
  Scalar,  ///< a number or pointer: says little
  Library, ///< a record of the language's library
  Author,  ///< a record that the author wrote, or a variable
};

/// An object that witnesses claim to be somewhere.
struct Instance {
  std::uint32_t space = 0;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  TypeNumber type;
  Rank rank = Rank::Scalar;
  /// A view that knows it as a variable; null for what only pointers lead to.
  const typing::Hypothesis *variable = nullptr;

  std::vector<std::uint32_t> observations; ///< that claim it; ascending
  std::vector<std::uint32_t> data;         ///< on which they were made; ascending
  /// Several views (loads and stores of a site have one each) know it, or most samples of the sites
  /// that know it or something of an author's in it.
  bool confirmed = false;
  const typing::Hypothesis *last_view = nullptr; ///< that claimed it
  bool exact = false, strided = false, verified = false;

  std::vector<std::uint32_t> outers; ///< instances that it is a part of
  std::uint64_t strength = 0; ///< samples of sites that know it, or an author's record inside
  std::uint64_t doubts = 0;   ///< samples of sites that know something else there
  bool live = true;           ///< false once others have disproved it
  bool contested = false;     ///< another live one claims some of its bytes

  [[nodiscard]] std::uint64_t end() const { return base + size; }
  [[nodiscard]] bool covers(std::uint64_t address) const {
    return address >= base && address - base < size;
  }
};

/// An element of an array whose outer object no instance shows the place of.
struct LooseElement {
  std::uint32_t datum = 0;
  Claim claim;                              ///< with `inside`
  const typing::Hypothesis *view = nullptr; ///< as Instance::variable
  bool verified = false;
  std::vector<std::uint32_t> observations; ///< ascending
};

/// More of several wins an argument only if it is this much more.
inline constexpr std::uint64_t kClearMajority = 10;
/// Objects that overlap in one place. More come from crafted or hopelessly mistyped input.
inline constexpr std::size_t kMostOverlapping = 64;

/// All objects claimed in all address spaces, by space and address, and what they are to each
/// other. The order of witnesses does not matter.
class Instances {
public:
  Instances(std::span<const Datum> data, std::span<const Witness> witnesses, TypeView &types);

  [[nodiscard]] const std::vector<Instance> &all() const { return instances_; }
  /// By datum.
  [[nodiscard]] const std::vector<LooseElement> &loose() const { return loose_; }
  [[nodiscard]] std::uint64_t samplesOf(const std::vector<std::uint32_t> &observations) const;
  /// True if something of `inner`'s type begins in `outer` where `inner` does.
  [[nodiscard]] bool fits(const Instance &inner, const Instance &outer) const;
  /// True if, for some index, the array that `loose` tells of lies in `outer`.
  [[nodiscard]] bool fits(const LooseElement &loose, std::uint64_t address,
                          const Instance &outer) const;

private:
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  void gather(std::span<const Datum> data, std::span<const Witness> witnesses);
  void adoptLoose(std::span<const Datum> data);
  [[nodiscard]] std::size_t elementOf(const LooseElement &loose, const Datum &datum) const;
  void relate();
  void relate(std::uint32_t a, std::uint32_t b);
  void weigh();
  void markArrays();
  void settle();
  bool settleOnce();
  [[nodiscard]] bool outermost(const Instance &instance) const;

  TypeView &types_;
  std::vector<std::uint64_t> samples_; ///< by observation
  std::vector<Instance> instances_;
  std::vector<LooseElement> loose_;
  Pairs conflicts_; ///< author's instances that overlap and are no parts of each other
};

} // namespace fsfind::objects
