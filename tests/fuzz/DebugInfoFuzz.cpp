// An ELF file with whatever debug info: every question a report asks of a module.

#include "c2c-ingest/debuginfo/CallFrames.h"
#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/debuginfo/RecordSearch.h"
#include "c2c-ingest/debuginfo/TypeTable.h"
#include "c2c-ingest/typing/SiteTypes.h"
#include "tests/fuzz/mutators/CustomMutator.h"
#include "tests/fuzz/mutators/ElfMutator.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

using fsfind::debuginfo::Module;
using fsfind::debuginfo::TypeId;

void exerciseType(Module &module, TypeId type) {
  fsfind::debuginfo::TypeTable &types = *module.types();
  (void)types.name(type);
  (void)types.isLibrary(type);
  (void)types.pointee(type);
  (void)types.element(type);
  (void)types.recordInfo(type);
  (void)types.declared(type);
  for (const std::uint64_t offset : {std::uint64_t(0), std::uint64_t(8), types.size(type) - 1}) {
    (void)types.scalarAt(type, offset);
    (void)types.subobjectsAt(type, offset);
    (void)types.arrayAt(type, offset, 8);
    (void)types.memberAt(type, offset);
  }
}

void exerciseTyping(Module &module, fsfind::typing::SiteTypes &sites, std::uint64_t svma) {
  (void)module.signatureAt(svma);
  if (const auto variable = module.staticVariable(svma))
    exerciseType(module, variable->type);
  if (const auto function = module.functionInfo(svma); function && module.types())
    for (const auto &variable : function->variables)
      exerciseType(module, variable.type);
  for (const bool store : {false, true}) {
    (void)sites.at(svma, store);
    (void)sites.passedAt(svma, store);
  }
}

void exerciseSearch(Module &module) {
  constexpr std::size_t kSearches = 4;
  const std::set<std::string> names = module.recordsNamed("").names;
  std::size_t searched = 0;
  for (const std::string &name : names) {
    if (searched++ == kSearches)
      break;
    for (const fsfind::TypeLayout &layout : module.recordsNamed(name).layouts)
      (void)fsfind::holesOf(layout);
  }
}

void exerciseAddress(Module &module, fsfind::typing::SiteTypes &sites, std::uint64_t svma) {
  (void)module.findFunction(svma);
  (void)module.framesAt(svma);
  (void)module.findStaticData(svma, svma % 16);
  (void)module.callFrame(svma);
  exerciseTyping(module, sites, svma);
}

/// Addresses all over the file, and some in its code, which may be little.
std::set<std::uint64_t> addressesOf(const Module &module) {
  constexpr std::uint64_t kSegments = 4, kAddresses = 24;
  std::set<std::uint64_t> addresses;
  for (std::uint64_t offset = 0; offset < 0x8000; offset += 0x333)
    if (const auto svma = module.svmaOfFileOffset(offset))
      addresses.insert(*svma);
  std::vector<fsfind::debuginfo::AddressRange> code = module.codeSegments();
  code.resize(std::min<std::size_t>(code.size(), kSegments));
  for (const auto &[begin, end] : code) {
    const std::uint64_t step = std::max<std::uint64_t>((end - begin) / kAddresses, 1);
    for (std::uint64_t i = 0; i < kAddresses; ++i)
      addresses.insert(begin + i * step);
  }
  return addresses;
}

void exerciseModule(const std::string &path) {
  auto module = Module::open(path, {}, {});
  if (!module)
    return;
  fsfind::typing::SiteTypes sites(**module);
  for (const std::uint64_t svma : addressesOf(**module))
    exerciseAddress(**module, sites, svma);
  for (const std::int64_t offset : {-16, -8, 0, 16})
    (void)(*module)->threadVariable(offset);
  exerciseSearch(**module);
  (void)(*module)->compiled();
  (void)(*module)->notes();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const int file = memfd_create("module", MFD_CLOEXEC);
  if (file < 0)
    return 0;
  if (write(file, data, size) == static_cast<ssize_t>(size))
    exerciseModule("/proc/self/fd/" + std::to_string(file));
  close(file);
  return 0;
}

namespace fsfind::fuzz {

std::optional<Buffer> mutated(Bytes bytes, Random &random) {
  return mutatedElf(bytes, random);
}

std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random) {
  return mixedElf(bytes, other, random);
}

} // namespace fsfind::fuzz
