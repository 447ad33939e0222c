#pragma once

#include "rules/model/Facts.h"

#include <concepts>
#include <type_traits>

/// The fields of every struct of facts: visited in the order in which a file has them. A structured
/// binding does not compile if a field is missing here.
namespace fsfind {

template <class T, class Fact>
concept Of = std::same_as<std::remove_const_t<T>, Fact>;

template <Of<FactPlace> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[file, line, column] = it;
  visit(line);
  if (line != 0)
    visit(file, column);
}

template <Of<FactFile> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[path, content] = it;
  visit(path, content);
}

template <Of<FactType> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[kind, text, constant, is_volatile, size, align, record, element, elements, extent, fills] =
      it;
  visit(kind, text, constant, is_volatile, size, align, record, element, elements, extent, fills);
}

template <Of<FactSharedDeclaration> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[begin, comma, specifiers, separator] = it;
  visit(begin);
  if (begin.known())
    visit(comma, specifiers, separator);
}

template <Of<FactMember> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[name, place, type, offset, size, declared_align, base, bit_field, padding, guarded_by,
         declaration, shared, lines, first_line, ordered] = it;
  visit(name, place, type, offset, size, declared_align, base, bit_field, padding, guarded_by,
        declaration, shared, lines, first_line, ordered);
}

template <Of<FactOrderUses> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[positions, offsets, casts, bytes, access, directives] = it;
  visit(positions, offsets, casts, bytes, access, directives);
}

template <Of<FactObjects> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[sizes, storage, unsized, heap] = it;
  visit(sizes, storage, unsized, heap);
}

template <Of<FactConstant> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[name, value, attribute] = it;
  visit(name, value, attribute);
}

template <Of<FactRecord> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[key, name, pattern, place, size, align, declared_align, lost_alignment, constructive,
         is_union, packed, polymorphic, has_private, alignable, head, tail, constant, order_uses,
         objects, c_linkage, c_functions, members] = it;
  visit(key, name, pattern, place, size, align, declared_align, lost_alignment, constructive,
        is_union, packed, polymorphic, has_private, alignable, head, tail, constant, order_uses,
        objects, c_linkage, c_functions, members);
}

template <Of<FactVariable> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[key, name, place, type, storage, defined, initialised, declared_align, unit, order,
         function, captured, parameter, declaration, shared, constant] = it;
  visit(key, name, place, type, storage, defined, initialised, declared_align, unit, order,
        function, captured, parameter, declaration, shared, constant);
}

template <Of<FactEdit> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[begin, end, text] = it;
  visit(begin, end, text);
}

template <Of<FactSlots> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[key, alias, base, place, wrapper, value, templated, types, size, align, elements, together,
         head, indent, top, space, view, filled, counted, aligned, addressed, obstacle, edits,
         given_by] = it;
  visit(key, alias, base, place, wrapper, value, templated, types, size, align, elements, together,
        head, indent, top, space, view, filled, counted, aligned, addressed, obstacle, edits,
        given_by);
}

template <Of<FactIndex> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[from, remainder, quotient, of_call, number, scale, member, record, text] = it;
  visit(from, number, scale, member, record, text, remainder, quotient, of_call);
}

template <Of<FactStep> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[kind, record, member, index] = it;
  visit(kind);
  if (kind == StepKind::Member)
    visit(record, member);
  else
    visit(index);
}

template <Of<Designator> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[root, parameter, variable, function, steps, address_of, type] = it;
  visit(root, parameter, variable, function, steps, address_of, type);
}

template <Of<FactNumber> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[index, object] = it;
  visit(index, object);
}

template <Of<FactGuard> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[number, values] = it;
  visit(number, values);
}

template <Of<FactWait> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[what, period] = it;
  visit(what, period);
}

template <Of<FactLoop> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[parent, iterations, passed, wait, passed_calls] = it;
  visit(parent, iterations, passed, wait, passed_calls);
}

template <Of<FactAccess> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[what, op, atomic, acquire_lock, bulk, accumulates, same_object, frequency, one_thread,
         guards, loop_depth, iterations, loop, place, held, value, stored] = it;
  visit(what, op, atomic, acquire_lock, bulk, accumulates, same_object, frequency, one_thread,
        guards, loop_depth, iterations, loop, held, value, stored, place);
}

template <Of<FactArgument> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[what, value, number, factor, offset] = it;
  visit(what, value, number);
  if (number)
    visit(factor, offset);
}

template <Of<FactCall> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[callee, frequency, one_thread, object, arguments, guards, loop_depth, iterations, loop,
         place, held] = it;
  visit(callee, object, arguments, frequency, one_thread, guards, loop_depth, iterations, loop,
        held, place);
}

template <Of<FactStart> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[entry, object, arguments, how, kind, many, own_thread, place] = it;
  visit(entry, object, arguments, how, kind, many, own_thread, place);
}

template <Of<FactAllocatorCall> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[name, name_end, arguments, end, aligning, follows, whole, above, include] = it;
  visit(name);
  if (name.known())
    visit(name_end, arguments, end, aligning, follows, whole, above, include);
}

template <Of<FactAllocation> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[target, kind, touches, element, bytes, count, terms, sum, moves, maps_file, for_process,
         alignment, how, wrapper, call, loop_depth, place] = it;
  visit(target, kind, touches, element, bytes, count, terms, sum, moves, maps_file, for_process,
        alignment, how, wrapper, call, loop_depth, place);
}

template <Of<FactSum> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[what, key, way, how, loop, calls, throws, obstacle, edits] = it;
  visit(what, key, way, how, loop, calls, throws, obstacle, edits);
}

template <Of<FactFunction> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[key, name, place, kind, defined, internal, fences, catches, unwinds, detaches, joins,
         parent, method_of, overrides, locks, loops, accesses, calls, starts, allocations, sums] =
      it;
  visit(key, name, place, kind, defined, internal, fences, catches, unwinds, detaches, joins,
        parent, method_of, overrides, locks, loops, accesses, calls, starts, allocations, sums);
}

template <Of<FactUnit> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[file, triple, line_size, cplusplus, aligned_new, own_alignment, errors] = it;
  visit(file, triple, line_size, cplusplus, aligned_new, own_alignment, errors);
}

template <Of<NameKinds> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[bits] = it;
  visit(bits);
}

template <Of<NameWord> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[text, kinds] = it;
  visit(text, kinds);
}

template <Of<Opposites> T, class Visit> void eachField(T &it, Visit &visit) {
  auto &[one, other] = it;
  visit(one, other);
}

/// Structs of facts, as opposed to the words and numbers that they are made of.
template <class T>
concept Fact =
    std::is_aggregate_v<T> && requires(T &it, void (&visit)(...)) { eachField(it, visit); };

template <class T> struct IsIndexOf : std::false_type {};
template <class Tag> struct IsIndexOf<Index<Tag>> : std::true_type {};
/// A reference to a table.
template <class T>
concept Reference = IsIndexOf<T>::value;

template <class T> struct IsOptionalOf : std::false_type {};
template <class T> struct IsOptionalOf<std::optional<T>> : std::true_type {};
template <class T> struct IsOptionalOf<Boxed<T>> : std::true_type {};
template <class T>
concept Optional = IsOptionalOf<T>::value;

template <class T> struct IsRareOf : std::false_type {};
template <class T> struct IsRareOf<Rare<T>> : std::true_type {};
/// A value that is kept only if it is not the usual one; files have it always.
template <class T>
concept RareValue = IsRareOf<T>::value;

template <class T> struct IsListOf : std::false_type {};
template <class T> struct IsListOf<std::vector<T>> : std::true_type {};
template <class T> struct IsListOf<RareList<T>> : std::true_type {};
template <class T>
concept List = IsListOf<T>::value;

/// bool, enumerations, numbers.
template <class T>
concept Number = std::integral<T> || std::is_enum_v<T>;

} // namespace fsfind
