#pragma once

#include "c2c-ingest/objects/HeapBlocks.h"
#include "c2c-ingest/objects/SiteView.h"

#include <map>
#include <string>
#include <vector>

namespace fsfind::objects {

/// What heap objects are called beside their types: who allocates them, and which static pointer
/// leads to them.
class HeapNames {
public:
  /// All arguments must outlive this object.
  HeapNames(const lines::NameTables &names, HeapBlocks &blocks) : names_(names), blocks_(blocks) {}

  /// Notes by which pointer a site came to the block.
  void hear(lines::BlockIndex block, const typing::Hypothesis &view);
  /// Finds where objects of each type are allocated, within the functions that contain sites.
  void findAllocations(AccessSites &sites);

  /// Adds to the name of an object in this block. One without a name is told by who allocated it,
  /// if that is known.
  void complete(Target &target, lines::BlockIndex block, std::uint64_t address);

private:
  /// What the sites that use a block say of the pointer that they come by.
  struct Heard {
    const typing::Keeper *keeper = nullptr;
    bool differ = false;  ///< there are several
    bool lacking = false; ///< some sites come by other ways
  };
  void nameByAllocation(Target &target, lines::BlockIndex block, std::uint64_t address);
  void nameByHolder(Target &target, lines::BlockIndex block);

  const lines::NameTables &names_;
  HeapBlocks &blocks_;
  std::map<lines::BlockIndex, Heard> heard_;
  std::map<std::string, std::vector<Frame>> allocated_; ///< by name of the type
};

} // namespace fsfind::objects
