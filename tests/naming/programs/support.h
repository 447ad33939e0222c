#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a program knows of its own memory, written to the file that FSFIND_TRUTH names. Called
/// before the threads start. `kind` is global, heap, stack or tls; `name` the variable's, empty on
/// the heap; `index` that of the element, -1 if it is none; `path` leads from the object to the
/// member and is empty if the object is a scalar.
void tell(const char *kind, const char *name, long index, const char *type, const char *path,
          const volatile void *at, size_t size);
/// Another right answer for what was told last.
void tellAlso(const char *type, const char *path);
/// The name of a part of what was told last: not wrong, but not the whole answer.
void tellPart(const char *type, const char *path);

/// Some work that an item costs outside of shared data. The compiler cannot see through it.
unsigned work(unsigned seed);

#ifdef __cplusplus
}
#endif

#define TELL_MEMBER(kind, name, index, type, object, member)                                       \
  tell(kind, name, index, type, #member, &(object).member, sizeof((object).member))
#define TELL_OBJECT(kind, name, index, type, object)                                               \
  tell(kind, name, index, type, "", &(object), sizeof(object))
