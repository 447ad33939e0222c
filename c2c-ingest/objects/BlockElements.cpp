#include "c2c-ingest/objects/BlockElements.h"

#include <algorithm>

namespace fsfind::objects {

namespace {

/// Bytes from the begin of the element of such a row that holds the address.
std::uint64_t offsetIn(const Instance &element, std::uint64_t address) {
  const std::uint64_t size = element.size;
  const std::uint64_t rest =
      address >= element.base ? (address - element.base) % size : (element.base - address) % size;
  return address >= element.base || rest == 0 ? rest : size - rest;
}

} // namespace

BlockElements::BlockElements(std::span<const Datum> data, const Instances &instances)
    : instances_(instances) {
  for (const Datum &datum : data)
    if (datum.block_end > datum.block_begin)
      blocks_.try_emplace(datum.space, Block{datum.block_begin, datum.block_end});
  for (const Instance &instance : instances.all())
    if (const auto block = blocks_.find(instance.space);
        block != blocks_.end() && instance.live && !instance.variable && !isPart(instance))
      add(block->second, instance);
}

/// Notes an object that is no part of another. The author's records count before numbers, as which
/// any memory is copied and cleared.
void BlockElements::add(Block &block, const Instance &instance) const {
  if (instance.size < 2 || instance.size > (block.end - block.begin) / 2 ||
      (block.element && instance.rank < block.element->rank))
    return;
  if (!block.element || instance.rank > block.element->rank) {
    block.element = &instance;
    block.of_array = block.differ = false;
  }
  block.of_array |= instance.strided;
  block.differ |= instance.type != block.element->type || instance.size != block.element->size ||
                  offsetIn(*block.element, instance.base) != 0;
}

bool BlockElements::isPart(const Instance &instance) const {
  return std::any_of(instance.outers.begin(), instance.outers.end(),
                     [&](std::uint32_t outer) { return instances_.all()[outer].live; });
}

std::optional<Instance> BlockElements::at(const Datum &datum) const {
  const auto known = blocks_.find(datum.space);
  if (known == blocks_.end() || !known->second.element)
    return std::nullopt;
  const Block &block = known->second;
  if (!block.of_array || block.differ)
    return std::nullopt;
  Instance element = *block.element;
  const std::uint64_t offset = offsetIn(element, datum.address);
  element.base = datum.address - offset;
  const std::uint64_t reach = std::max<std::uint64_t>(datum.access_size, 1);
  if (element.base < block.begin || element.end() > block.end || offset + reach > element.size)
    return std::nullopt;
  element.outers.clear();
  element.strided = true;
  element.exact = element.confirmed = false;
  return element;
}

} // namespace fsfind::objects
