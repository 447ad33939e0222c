#pragma once

#include "rules/model/TypeLayout.h"
#include "rules/program/Program.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

/// Records as the sources lay them out, with who uses them.
namespace fsfind::lsp {

/// Thread entries; for main and unknown callers functions.
struct MemberUsers {
  std::set<std::string> writers, readers;
};

struct UsedLayout {
  TypeLayout layout;              ///< `module` is empty
  std::vector<MemberUsers> users; ///< of each of the layout's members
};

class RecordLayouts {
public:
  /// The project's files are those below `folder`. `program` outlives the object.
  RecordLayouts(const Program &program, std::string folder);

  /// Whether the author declared it in the project, so that it has a layout to be shown.
  [[nodiscard]] bool isOfProject(const FactRecord &record) const;
  /// Whether threads are known to use it.
  [[nodiscard]] bool isUsed(RecordIndex record) const { return uses_.contains(record); }
  [[nodiscard]] UsedLayout of(RecordIndex record) const;

private:
  /// Some threads use these bytes of a record.
  struct BytesUse {
    Bytes bytes;
    bool write = false;
    std::set<std::string> who;
  };

  void addUse(const Use &use);

  const Program &program_;
  std::string folder_;
  std::map<RecordIndex, std::vector<BytesUse>> uses_;
};

} // namespace fsfind::lsp
