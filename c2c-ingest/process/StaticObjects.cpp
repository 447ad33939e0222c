#include "c2c-ingest/process/StaticObjects.h"

#include "c2c-ingest/debuginfo/TypeTable.h"

#include <optional>

namespace fsfind::process {

namespace {

/// A library with less data than this has no variable worth to be placed; its debug info is then
/// not searched for.
constexpr std::uint64_t kLeastLibraryData = 64U << 10;
constexpr std::uint64_t kMostProbes = 1U << 17;

/// A variable as the module counts addresses.
std::optional<Object> variableAt(debuginfo::Module &module, std::uint64_t svma) {
  Object object;
  object.kind = ObjectKind::Global;
  if (const auto typed = module.staticVariable(svma); typed && module.types() != nullptr) {
    object.name = typed->name;
    object.type = module.types()->name(typed->type);
    object.size = module.types()->size(typed->type);
    object.address = svma - typed->offset;
    object.declared = typed->declared;
    return object;
  }
  auto data = module.findStaticData(svma);
  if (!data)
    return std::nullopt;
  object = std::move(data->object);
  // Of an array without bounds only the element is known that lies here.
  const std::uint64_t before = object.index.value_or(0) * object.size;
  object.address -= before;
  object.size += before;
  object.index.reset();
  return object;
}

/// Finds every variable that has a whole page: it covers the address where a page begins.
class Prober {
public:
  Prober(const MappedModule &mapped, debuginfo::Module &module, std::uint64_t page_bytes)
      : mapped_(mapped), module_(module), page_bytes_(page_bytes) {}

  void probe(const DataSegment &segment) {
    for (std::uint64_t at = roundedUp(segment.begin); at < segment.end;) {
      if (++probes_ > kMostProbes)
        return;
      const auto object = variableAt(module_, at - mapped_.bias);
      const std::uint64_t end = object ? object->address + object->size + mapped_.bias : 0;
      if (object && end > at && end <= segment.end && object->size >= page_bytes_)
        add(*object);
      at = end > at && end < segment.end ? std::max(roundedUp(end), at + page_bytes_)
                                         : at + page_bytes_;
    }
  }

  [[nodiscard]] bool gaveUp() const { return probes_ > kMostProbes; }
  [[nodiscard]] std::vector<PlacedObject> take() { return std::move(objects_); }

private:
  [[nodiscard]] std::uint64_t roundedUp(std::uint64_t address) const {
    return (address + page_bytes_ - 1) / page_bytes_ * page_bytes_;
  }

  void add(Object object) {
    object.address += mapped_.bias;
    if (!objects_.empty() && objects_.back().object.address == object.address) {
      objects_.back().object.size = std::max(objects_.back().object.size, object.size);
      return;
    }
    PlacedObject placed;
    placed.object = std::move(object);
    placed.module = mapped_.path;
    objects_.push_back(std::move(placed));
  }

  const MappedModule &mapped_;
  debuginfo::Module &module_;
  std::uint64_t page_bytes_;
  std::uint64_t probes_ = 0;
  std::vector<PlacedObject> objects_;
};

} // namespace

bool mayHoldObjects(const MappedModule &mapped) {
  std::uint64_t bytes = 0;
  for (const DataSegment &segment : mapped.data)
    bytes += segment.end - segment.begin;
  return mapped.executable || bytes >= kLeastLibraryData;
}

StaticObjects staticObjects(const MappedModule &mapped, debuginfo::Module &module,
                            std::uint64_t page_bytes) {
  Prober prober(mapped, module, page_bytes);
  for (const DataSegment &segment : mapped.data)
    prober.probe(segment);
  return {prober.take(), prober.gaveUp()};
}

} // namespace fsfind::process
