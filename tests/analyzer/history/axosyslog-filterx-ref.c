// project: AxoSyslog (lib/filterx/filterx-object.h)
// reference: https://github.com/axoflow/axosyslog/pull/1081 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// args: -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: literals and cached JSON objects are shared by all workers and never change but for the reference count in their header,
//        which lies beside the type pointer and the flags that each evaluation reads.
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int gint;
typedef unsigned int guint32;
typedef bool gboolean;
typedef char gchar;
typedef size_t gsize;
typedef struct _GString GString;
#define FALSE false
#define TRUE true
#define CACHE_LINE 64

typedef struct _FilterXObject FilterXObject;
typedef struct _FilterXType FilterXType;

typedef struct { atomic_int counter; } GAtomicCounter;
#define g_atomic_counter_set(c, v) atomic_store(&(c)->counter, (v))
#define g_atomic_counter_get(c) atomic_load(&(c)->counter)
#define g_atomic_counter_inc(c) atomic_fetch_add(&(c)->counter, 1)
#define g_atomic_counter_dec_and_test(c) (atomic_fetch_sub(&(c)->counter, 1) == 1)

struct _FilterXType
{
  FilterXType *super_type;
  const gchar *name;
  gboolean is_mutable;
  FilterXObject *(*clone)(FilterXObject *self);
  gboolean (*truthy)(FilterXObject *self);
  gboolean (*marshal)(FilterXObject *self, GString *repr);
  FilterXObject *(*get_subscript)(FilterXObject *self, FilterXObject *key);
  void (*free_fn)(FilterXObject *self);
};

enum
{
  FILTERX_OBJECT_REFCOUNT_FROZEN = INT32_MAX / 2,
  FILTERX_OBJECT_REFCOUNT_BARRIER,
};

#ifdef FIXED
struct _FilterXObject
{
  FilterXType *type;
  guint32 readonly:1, weak_referenced:1, is_dirty:1, hash_valid:1;
  guint32 hash;
  _Alignas(CACHE_LINE) GAtomicCounter ref_cnt;
  gchar __padding[CACHE_LINE - sizeof(GAtomicCounter)];
};
#else
struct _FilterXObject
{
  GAtomicCounter ref_cnt; /* expect: fsfind-adjacent-thread-fields */
  guint32 readonly:1, weak_referenced:1, is_dirty:1, hash_valid:1;
  FilterXType *type; /* expect: fsfind-adjacent-thread-fields */
  guint32 hash;
};
#endif

typedef struct _FilterXString
{
  FilterXObject super;
  guint32 str_len;
  gchar str[];
} FilterXString;

typedef struct _FilterXDictEntry
{
  FilterXObject *key;
  FilterXObject *value;
} FilterXDictEntry;

typedef struct _FilterXDictObject
{
  FilterXObject super;
  gsize size;
  gsize mask;
  FilterXDictEntry *entries;
} FilterXDictObject;

static inline FilterXObject *
filterx_object_ref(FilterXObject *self)
{
  if (!self)
    return NULL;
  if (g_atomic_counter_get(&self->ref_cnt) >= FILTERX_OBJECT_REFCOUNT_FROZEN)
    return self;
  g_atomic_counter_inc(&self->ref_cnt);
  return self;
}

static inline void
filterx_object_unref(FilterXObject *self)
{
  if (!self || g_atomic_counter_get(&self->ref_cnt) >= FILTERX_OBJECT_REFCOUNT_FROZEN)
    return;
  if (g_atomic_counter_dec_and_test(&self->ref_cnt))
    {
      self->type->free_fn(self);
      free(self);
    }
}

static inline gboolean
filterx_object_truthy(FilterXObject *self)
{
  return self->type->truthy(self);
}

static inline gboolean
filterx_object_is_type(FilterXObject *object, FilterXType *type)
{
  for (FilterXType *t = object->type; t; t = t->super_type)
    {
      if (t == type)
        return TRUE;
    }
  return FALSE;
}

void
filterx_object_init_instance(FilterXObject *self, FilterXType *type)
{
  g_atomic_counter_set(&self->ref_cnt, 1);
  self->type = type;
  self->readonly = !type->is_mutable;
}

static gsize
_alloc_size(gsize size)
{
  return (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

extern FilterXType filterx_type_string;
extern FilterXType filterx_type_dict;

FilterXObject *
filterx_string_new(const gchar *str, gsize len)
{
  FilterXString *self = aligned_alloc(CACHE_LINE, _alloc_size(sizeof(FilterXString) + len + 1));

  memset(&self->super, 0, sizeof(self->super));
  filterx_object_init_instance(&self->super, &filterx_type_string);
  memcpy(self->str, str, len);
  self->str[len] = 0;
  self->str_len = len;
  for (gsize i = 0; i < len; i++)
    self->super.hash = self->super.hash * 31 + (unsigned char) str[i];
  self->super.hash_valid = TRUE;
  return &self->super;
}

FilterXObject *
filterx_dict_get(FilterXObject *s, FilterXObject *key)
{
  FilterXDictObject *self = (FilterXDictObject *) s;

  if (!filterx_object_is_type(key, &filterx_type_string))
    return NULL;
  for (gsize slot = key->hash & self->mask;; slot = (slot + 1) & self->mask)
    {
      FilterXDictEntry *entry = &self->entries[slot];
      if (!entry->key)
        return NULL;
      if (entry->key->hash == key->hash &&
          strcmp(((FilterXString *) entry->key)->str, ((FilterXString *) key)->str) == 0)
        return filterx_object_ref(entry->value);
    }
}

gboolean
filterx_eval_lookup(FilterXObject *table, FilterXObject *key)
{
  FilterXObject *dict = filterx_object_ref(table);
  FilterXObject *value = filterx_object_is_type(dict, &filterx_type_dict) ? filterx_dict_get(dict, key) : NULL;
  gboolean result = value && filterx_object_truthy(value);

  filterx_object_unref(value);
  filterx_object_unref(dict);
  return result;
}
