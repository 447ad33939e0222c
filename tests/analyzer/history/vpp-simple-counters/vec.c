#include "vec.h"

void *
vec_resize_allocate_memory (void *v, uword new_len, uword elt_bytes, uword align)
{
  uword header_bytes = align ? align : sizeof (vec_header_t);
  uword bytes = header_bytes + new_len * elt_bytes;
  uword old_bytes = vec_len (v) * elt_bytes;
  u8 *mem;

  if (align)
    {
      bytes = (bytes + align - 1) & ~(align - 1);
      mem = aligned_alloc (align, bytes);
    }
  else
    mem = malloc (bytes);
  if (!mem)
    abort ();
  memset (mem, 0, bytes);
  mem += header_bytes;
  if (v)
    {
      uword old_align = _vec_find (v)->alignment;
      memcpy (mem, v, old_bytes);
      free ((u8 *) v - (old_align ? old_align : sizeof (vec_header_t)));
    }
  _vec_find (mem)->len = (u32) new_len;
  _vec_find (mem)->alignment = (u32) align;
  return mem;
}
