#pragma once

#include "rules/model/Facts.h"
#include "rules/remedy/source/Grouped.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace fsfind {

/// A member of a record of the facts.
struct MemberAt {
  RecordIndex record;
  std::uint32_t member = 0;
};

/// What the facts declare, by place. Instances of one template are declared at one place.
class Declarations {
public:
  /// `facts` outlives this.
  explicit Declarations(const Facts &facts);

  /// The place as the facts have it; unknown if they do not have its file.
  [[nodiscard]] FactPlace place(const Place &place) const;
  [[nodiscard]] const Grouped<FactPlace, RecordIndex> &records() const { return records_; }
  [[nodiscard]] const Grouped<FactPlace, VariableIndex> &variables() const { return variables_; }
  [[nodiscard]] const Grouped<FactPlace, MemberAt> &members() const { return members_; }
  /// The type of the first variable, or else member, declared there.
  [[nodiscard]] std::optional<TypeIndex> typeAt(FactPlace place) const;
  /// Whether some unit defines the function of that key.
  [[nodiscard]] bool defines(std::string_view key) const { return defined_.contains(key); }
  [[nodiscard]] const Grouped<std::string_view, FunctionIndex> &functionsByName() const {
    return functions_;
  }

private:
  const Facts &facts_;
  std::unordered_map<std::string_view, FileIndex> files_;
  Grouped<FactPlace, RecordIndex> records_;
  Grouped<FactPlace, VariableIndex> variables_;
  Grouped<FactPlace, MemberAt> members_;
  Grouped<std::string_view, FunctionIndex> functions_;
  std::unordered_set<std::string_view> defined_; ///< keys of functions
};

} // namespace fsfind
