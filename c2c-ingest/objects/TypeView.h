#pragma once

#include "c2c-ingest/debuginfo/TypeTable.h"
#include "rules/model/Index.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fsfind::objects {

/// The number of a type in all modules: copies with the same name, size and file have one number.
using TypeNumber = Index<struct NumberedTypeTag>;

/// What the vote asks of types; see debuginfo/TypeTable.h for what the answers mean.
class TypeView {
public:
  virtual ~TypeView() = default;

  struct Element {
    TypeNumber type;
    std::uint64_t count = 0; ///< 0 = unknown
  };
  struct ArrayAt {
    std::uint64_t begin = 0; ///< offset of its first byte
    std::uint64_t count = 0; ///< 0 = open-ended
    TypeNumber element;
  };

  /// Bytes; 0 = unknown.
  virtual std::uint64_t size(TypeNumber type) = 0;
  virtual std::string name(TypeNumber type) = 0;
  virtual bool isRecord(TypeNumber type) = 0;
  virtual bool isLibrary(TypeNumber type) = 0;
  virtual std::optional<Element> element(TypeNumber type) = 0;
  /// Everything in the type that begins exactly at `offset`; at 0 the type itself too. The
  /// reference stays valid as long as this object.
  virtual const std::vector<TypeNumber> &subobjectsAt(TypeNumber type, std::uint64_t offset) = 0;
  /// An array that covers `offset` and whose element size divides `stride`.
  virtual std::optional<ArrayAt> arrayAt(TypeNumber type, std::uint64_t offset,
                                         std::uint64_t stride) = 0;
  /// `access_size` chooses among the alternatives of a union; 0 = not known.
  virtual debuginfo::MemberAt memberAt(TypeNumber type, std::uint64_t offset,
                                       std::uint64_t access_size = 0) = 0;
  virtual Place declared(TypeNumber type) = 0;
};

} // namespace fsfind::objects
