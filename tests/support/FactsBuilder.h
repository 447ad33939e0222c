#pragma once

#include "rules/model/Facts.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Composes facts by hand, for tests of what judges them.
namespace fsfind::test {

class FactsBuilder;

/// A designator in the making, which knows the type it has come to.
class Path {
public:
  Path &deref();
  Path &member(const std::string &name);
  /// An element; `*p` of a pointer that is indexed takes a deref() first. What the text is made of
  /// is told from its operators.
  Path &index(Provenance from, std::uint32_t number = 0, const std::string &text = "i");
  Path &at(std::uint32_t constant) { return index(Provenance::Constant, constant, ""); }
  Path &address();
  [[nodiscard]] const Designator &designator() const { return designator_; }

private:
  friend class FactsBuilder;
  Path(FactsBuilder &builder, Root root, TypeIndex type);

  FactsBuilder *builder_;
  Designator designator_;
};

/// How an access is made.
struct How {
  std::uint32_t loop_depth = 0;
  bool atomic = false;
  std::vector<std::uint32_t> held = {};
};
inline const How kInLoop{.loop_depth = 1};
inline const How kAtomicInLoop{.loop_depth = 1, .atomic = true};
inline const How kAtomic{.atomic = true};

class FactsBuilder {
public:
  using Members = std::vector<std::pair<std::string, TypeIndex>>;

  explicit FactsBuilder(std::uint32_t line_size = 64);

  TypeIndex plain(std::uint64_t size, const std::string &text = "long");
  TypeIndex atomic(std::uint64_t size = 8);
  TypeIndex lock(std::uint64_t size = 4);
  TypeIndex array(TypeIndex element, std::uint64_t elements, const std::string &extent = "N");
  TypeIndex container(TypeIndex element);
  TypeIndex pointer(TypeIndex element);
  /// Members at natural places. `align` is the declared alignment.
  TypeIndex record(const std::string &name, const Members &members, std::uint64_t align = 0);
  FactMember &member(TypeIndex record, const std::string &name);

  VariableIndex global(const std::string &name, TypeIndex type, std::uint64_t align = 0);
  VariableIndex local(const std::string &name, TypeIndex type, FunctionIndex function,
                      bool captured = false);
  FunctionIndex function(const std::string &name);
  /// One that waits for the end of threads.
  FunctionIndex join(const std::string &name = "pthread_join");
  FunctionIndex method(const std::string &name, TypeIndex record,
                       FunctionKind kind = FunctionKind::Function);
  void putInHeader(FunctionIndex function) { at(function).place.file = FileIndex{1}; }
  FactFunction &at(FunctionIndex index) { return facts_.functions[index.value()]; }
  FactVariable &at(VariableIndex index) { return facts_.variables[index.value()]; }
  FactType &at(TypeIndex index) { return facts_.types[index.value()]; }
  FactRecord &at(RecordIndex index) { return facts_.records[index.value()]; }

  Path variable(VariableIndex variable);
  Path parameter(std::uint32_t number, TypeIndex type);
  /// The object of a method.
  Path self(TypeIndex record);

  FactAccess &access(FunctionIndex in, Op op, const Path &what, const How &how = {});
  FactAccess &write(FunctionIndex in, const Path &what, const How &how = {}) {
    return access(in, Op::Write, what, how);
  }
  FactAccess &update(FunctionIndex in, const Path &what, const How &how = {}) {
    return access(in, Op::ReadModifyWrite, what, how);
  }
  FactAccess &read(FunctionIndex in, const Path &what, const How &how = {}) {
    return access(in, Op::Read, what, how);
  }
  FactCall &call(FunctionIndex in, FunctionIndex callee, std::uint32_t loop_depth = 0);
  /// Starts `entry` as a thread; `many` says in a loop.
  FactStart &start(FunctionIndex in, FunctionIndex entry, bool many = false);

  /// Facts::untraced; keys in ascending order.
  void untraced(const std::string &key) { facts_.untraced.push_back(key); }
  /// Facts::c_files; in ascending order.
  void ownFile(const std::string &path) { facts_.c_files.push_back(path); }
  FactUnit &unit() { return facts_.units.front(); }

  [[nodiscard]] const Facts &build() const { return facts_; }

private:
  friend class Path;
  TypeIndex add(TypeClass kind, const std::string &text, std::uint64_t size,
                std::optional<TypeIndex> element = std::nullopt);
  FactPlace nextPlace();

  Facts facts_;
  std::uint32_t line_ = 0;
};

} // namespace fsfind::test
