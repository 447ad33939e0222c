#pragma once

#include "c2c-ingest/objects/Instances.h"

#include <map>
#include <optional>
#include <span>

namespace fsfind::objects {

/// Blocks of the heap of which some accesses tell that they hold an array. One block is one object:
/// what is used by code that does not know the type, such as code without debug info, lies in
/// elements, too.
class BlockElements {
public:
  /// Both arguments must outlive this object.
  BlockElements(std::span<const Datum> data, const Instances &instances);

  /// The element that the datum lies in. None where the block is not known to hold an array, and
  /// where accesses to the datum do not fit into an element.
  [[nodiscard]] std::optional<Instance> at(const Datum &datum) const;

private:
  struct Block {
    std::uint64_t begin = 0, end = 0;
    const Instance *element = nullptr; ///< any that stands for the others
    bool of_array = false;             ///< some site walks over the elements
    bool differ = false;               ///< there are others than such elements
  };
  void add(Block &block, const Instance &instance) const;
  [[nodiscard]] bool isPart(const Instance &instance) const;

  const Instances &instances_;
  std::map<std::uint32_t, Block> blocks_; ///< by Datum::space
};

} // namespace fsfind::objects
