#pragma once

#include "c2c-ingest/objects/TypeView.h"

#include <fmt/format.h>
#include <map>
#include <set>

namespace fsfind::test {

/// Types made by hand.
class FakeTypes final : public objects::TypeView {
public:
  using Number = objects::TypeNumber;
  struct Member {
    std::string name; ///< empty for a base class
    std::uint64_t offset = 0;
    Number type;
  };

  Number scalar(const std::string &name, std::uint64_t size) { return add({name, size}); }
  Number record(const std::string &name, std::uint64_t size, std::vector<Member> members) {
    return add({name, size, Kind::Record, std::move(members)});
  }
  /// A record whose members are nobody's business.
  Number library(const std::string &name, std::uint64_t size, std::vector<Member> members) {
    return add({name, size, Kind::Library, std::move(members)});
  }
  Number unionOf(const std::string &name, std::uint64_t size, std::vector<Member> members) {
    return add({name, size, Kind::Union, std::move(members)});
  }
  Number array(Number element, std::uint64_t count) {
    Type type{fmt::format("{}[{}]", name(element), count), size(element) * count, Kind::Array};
    type.element = element;
    type.count = count;
    return add(std::move(type));
  }

  /// A library's record that is an array.
  Number wrappedArray(const std::string &name, Number element, std::uint64_t count) {
    const Number type = library(name, size(element) * count, {{"", 0, array(element, count)}});
    types_[type.value()].element = element;
    types_[type.value()].count = count;
    return type;
  }

  /// Makes the type tell of no member at the offset, though something is there.
  void hide(Number type, std::uint64_t offset) { hidden_.insert({type, offset}); }

  std::uint64_t size(Number type) override { return at(type).size; }
  std::string name(Number type) override { return at(type).name; }
  bool isRecord(Number type) override {
    return at(type).kind != Kind::Scalar && at(type).kind != Kind::Array;
  }
  bool isLibrary(Number type) override { return at(type).kind == Kind::Library; }
  std::optional<Element> element(Number type) override {
    if (at(type).count == 0)
      return std::nullopt;
    return Element{at(type).element, at(type).count};
  }
  const std::vector<Number> &subobjectsAt(Number type, std::uint64_t offset) override {
    const auto [place, fresh] = subobjects_.try_emplace({type, offset});
    if (fresh)
      collect(type, offset, place->second);
    return place->second;
  }
  std::optional<ArrayAt> arrayAt(Number type, std::uint64_t offset, std::uint64_t stride) override {
    const Type &what = at(type);
    if (what.kind == Kind::Array && stride % size(what.element) == 0)
      return ArrayAt{0, what.count, what.element};
    for (const Member &part : parts(what, offset))
      if (auto inner = arrayAt(part.type, offset - part.offset, stride)) {
        inner->begin += part.offset;
        return inner;
      }
    return std::nullopt;
  }
  debuginfo::MemberAt memberAt(Number type, std::uint64_t offset,
                               std::uint64_t access_size = 0) override {
    debuginfo::MemberAt found;
    access_size_ = access_size;
    descend(type, offset, 0, found);
    return found;
  }
  Place declared(Number type) override {
    return isRecord(type) ? Place{"/src/" + name(type) + ".h", 1, 8} : Place{};
  }

private:
  enum class Kind { Scalar, Record, Library, Union, Array };
  struct Type {
    std::string name;
    std::uint64_t size = 0;
    Kind kind = Kind::Scalar;
    std::vector<Member> members = {};
    Number element = {};
    std::uint64_t count = 0;
  };

  Number add(Type type) {
    types_.push_back(std::move(type));
    return Number(types_.size() - 1);
  }
  [[nodiscard]] const Type &at(Number type) const { return types_[type.value()]; }

  /// What lies directly inside and covers the offset.
  [[nodiscard]] std::vector<Member> parts(const Type &type, std::uint64_t offset) {
    std::vector<Member> found;
    if (type.kind == Kind::Array && offset < type.size) {
      const std::uint64_t index = offset / size(type.element);
      found.push_back({fmt::format("[{}]", index), index * size(type.element), type.element});
    }
    for (const Member &member : type.members)
      if (offset >= member.offset && offset - member.offset < size(member.type))
        found.push_back(member);
    return found;
  }
  void collect(Number type, std::uint64_t offset, std::vector<Number> &into) {
    if (offset == 0)
      into.push_back(type);
    for (const Member &part : parts(at(type), offset))
      collect(part.type, offset - part.offset, into);
  }
  void descend(Number type, std::uint64_t offset, std::uint64_t begin, debuginfo::MemberAt &found) {
    const Type &what = at(type);
    std::vector<Member> inside = parts(what, offset);
    if (what.kind == Kind::Union && access_size_ != 0)
      std::erase_if(inside, [&](const Member &part) { return size(part.type) != access_size_; });
    if (hidden_.contains({type, offset}) || inside.size() != 1 ||
        (what.kind == Kind::Library && what.count == 0))
      return;
    const Member &part = inside.front();
    if (!part.name.empty()) {
      const bool joined = found.path.empty() || part.name.front() == '[';
      found.path += (joined ? "" : ".") + part.name;
      found.offset = begin + part.offset;
      found.size = size(part.type);
    }
    descend(part.type, offset - part.offset, begin + part.offset, found);
  }

  std::uint64_t access_size_ = 0;
  std::set<std::pair<Number, std::uint64_t>> hidden_;
  std::vector<Type> types_;
  std::map<std::pair<Number, std::uint64_t>, std::vector<Number>> subobjects_;
};

} // namespace fsfind::test
