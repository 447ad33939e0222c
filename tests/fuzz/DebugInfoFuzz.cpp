// An ELF file with whatever debug info: every question a report asks of a module.

#include "c2c-ingest/debuginfo/Module.h"

#include <string>

#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

void exerciseModule(const std::string &path) {
  auto module = fsfind::debuginfo::Module::open(path, {}, {});
  if (!module)
    return;
  // Questions are spread over the file; its segments tell which addresses that makes.
  for (std::uint64_t offset = 0; offset < 0x8000; offset += 0x111)
    if (const auto svma = (*module)->svmaOfFileOffset(offset)) {
      (void)(*module)->findFunction(*svma);
      (void)(*module)->framesAt(*svma);
      (void)(*module)->findStaticData(*svma);
    }
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
