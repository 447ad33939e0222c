#include "c2c-ingest/process/ProcessMemory.h"

#include <sys/uio.h>

namespace fsfind::process {

MemoryReader processMemory(std::uint32_t pid) {
  return [pid](std::uint64_t address, std::span<std::byte> to) -> std::size_t {
    const iovec local = {to.data(), to.size()};
    const iovec remote = {reinterpret_cast<void *>(address), to.size()}; // only a number here
    const ssize_t size = process_vm_readv(static_cast<pid_t>(pid), &local, 1, &remote, 1, 0);
    return size < 0 ? 0 : static_cast<std::size_t>(size);
  };
}

} // namespace fsfind::process
