#pragma once

#include "c2c-ingest/debuginfo/CompiledUnits.h"
#include "c2c-ingest/debuginfo/FunctionReader.h"
#include "c2c-ingest/debuginfo/InlineFrames.h"
#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/debuginfo/RecordSearch.h"
#include "c2c-ingest/debuginfo/Symbols.h"
#include "c2c-ingest/debuginfo/TypeDescent.h"
#include "c2c-ingest/debuginfo/VariableTable.h"

namespace fsfind::debuginfo {

/// The DWARF of a module, and the queries on it.
class DebugInfo {
public:
  /// `file` tells which addresses are loaded, `symbols` the size of objects whose type does not;
  /// both must outlive this object.
  DebugInfo(std::unique_ptr<DwarfImage> main, std::unique_ptr<DwarfImage> alternate,
            SplitUnits split, const ElfFile &file, const Symbols &symbols);

  [[nodiscard]] bool hasUnits() const { return !units_.all().empty(); }
  std::vector<Frame> framesAt(std::uint64_t svma);
  std::vector<HandsOut> handedOutAt(std::uint64_t svma);
  std::optional<StaticData> findStaticData(std::uint64_t svma, std::uint64_t access_size = 0);
  std::optional<TypedVariable> staticVariable(std::uint64_t svma);
  /// By the offset in the module's thread-local block.
  std::optional<TypedVariable> threadVariable(std::uint64_t offset);
  TypeTable &types() { return type_table_; }
  FunctionReader &functions() { return functions_; }
  RecordsFound recordsNamed(const std::string &name) {
    return RecordSearch(units_, names_, types_).find(name);
  }
  /// Adds the units in C and C++.
  void addUnits(CompiledModule &module) { addCompiledUnits(units_, module); }
  [[nodiscard]] std::vector<std::string> notes() const { return units_.notes(); }

private:
  std::optional<TypedVariable> typed(const VariableTable::Variable &variable, std::uint64_t at);
  struct Accessed {
    std::uint64_t svma = 0, size = 0;
  };
  std::optional<StaticData> findIn(const VariableTable &table, Accessed bytes);
  std::optional<StaticData> describe(const VariableTable::Variable &variable, Accessed bytes);
  void describeElement(const ArrayType &array, std::uint64_t offset, std::uint64_t access_size,
                       StaticData &data);
  static void take(MemberAt member, StaticData &data);

  DwarfUnits units_;
  Names names_;
  Types types_;
  TypeTable type_table_;
  FunctionReader functions_;
  const ElfFile &file_;
  const Symbols &symbols_;
  std::optional<VariableTable> globals_, all_;
};

} // namespace fsfind::debuginfo
