#pragma once

#include "rules/codec/FieldReader.h"

namespace fsfind {

/// Undoes objectJson() of JsonParts.h.
inline void readObject(const FieldReader &reader, Object &object) {
  reader.word("kind", object.kind);
  reader.text("name", object.name);
  reader.text("type", object.type);
  reader.text("holder", object.holder);
  reader.number("index", object.index);
  reader.address("address", object.address);
  reader.number("size", object.size);
  reader.place(object.declared);
  reader.text("function", object.function);
  reader.flag("of_array", object.of_array);
  reader.object("allocated", [&](const FieldReader &frame) {
    frame.text("function", object.allocated.function);
    frame.place(object.allocated.place);
  });
}

} // namespace fsfind
