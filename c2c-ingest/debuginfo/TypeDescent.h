#pragma once

#include "c2c-ingest/debuginfo/MemberAt.h"
#include "c2c-ingest/debuginfo/Types.h"

namespace fsfind::debuginfo {

/// Finds the member path of an offset. Base classes, anonymous members and library types are passed
/// through without a name; a union is entered only if it is clear which alternative was meant.
/// Where it is not, the path ends with the union; one without a name is told by all alternatives,
/// as `word/low`.
class TypeDescent {
public:
  TypeDescent(DwarfUnits &units, Names &names, Types &types)
      : units_(units), names_(names), types_(types) {}

  /// `access_size` (bytes; 0 = not known) chooses among a union's alternatives: the only one with a
  /// scalar of that size there.
  MemberAt find(Dwarf_Die type, std::uint64_t offset, std::uint64_t access_size = 0);
  /// The same in a row of an array.
  MemberAt findInRow(const ArrayType &row, std::uint64_t offset, std::uint64_t access_size = 0);

private:
  /// What may be named inside the present type: the author's members; in a library type only the
  /// elements of its array, or nothing.
  enum class Mode : std::uint8_t { Author, LibraryArray, Library };

  struct TypeAt {
    Dwarf_Die type;
    Dwarf_Die owner; ///< record of its members: for an anonymous record the enclosing one
  };
  void descend(TypeAt type, std::uint64_t offset, Mode mode, int depth);
  void descendArray(const ArrayType &array, std::uint64_t offset, int depth);
  void descendRecord(TypeAt type, std::uint64_t offset, int depth);
  void enter(const Component &component, TypeAt in, std::uint64_t offset, Mode mode, int depth);
  void name(std::string_view text, std::uint64_t inner_offset, std::uint64_t size);
  [[nodiscard]] Mode modeOf(Dwarf_Die record);
  [[nodiscard]] bool isOpaque(Dwarf_Die record);
  std::optional<Component> chooseInStruct(const std::vector<Component> &components,
                                          std::uint64_t offset);
  std::optional<Component> chooseInUnion(std::vector<Component> &components, std::uint64_t offset,
                                         bool library);
  void nameAlternatives(const std::vector<Component> &alternatives, TypeAt in,
                        std::uint64_t offset);
  void addNames(const Component &component, std::uint64_t offset, int &steps,
                std::vector<Component> &named);
  bool hasScalar(const Component &component, std::uint64_t offset, int &steps);
  [[nodiscard]] std::string bitFieldsAt(const std::vector<Component> &components,
                                        const Component &chosen, std::uint64_t offset) const;
  [[nodiscard]] std::vector<Component> bitFieldsWith(const std::vector<Component> &components,
                                                     const Component &chosen,
                                                     std::uint64_t offset) const;
  bool isOpenEnded(const Component &component);
  bool isRawStorage(const Component &component, bool library);
  std::string authorName(const Component &component, Dwarf_Die record, Mode mode);

  DwarfUnits &units_;
  Names &names_;
  Types &types_;
  MemberAt found_;
  std::string bit_fields_; ///< names of bit-fields that share bytes with the next component
  std::uint64_t access_size_ = 0;
  std::uint64_t target_ = 0; ///< the offset asked for, from the object
};

} // namespace fsfind::debuginfo
