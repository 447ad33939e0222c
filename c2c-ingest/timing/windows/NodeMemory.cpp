#include "c2c-ingest/timing/NodeMemory.h"

#include <fmt/format.h>

#include <windows.h>
// It needs windows.h before it.
#include <psapi.h>

#include <system_error>
#include <utility>

namespace fsfind::timing {

namespace {

/// What Windows knows of the page of an address; invalid for one that was not touched.
PSAPI_WORKING_SET_EX_BLOCK blockOf(const void *address) {
  PSAPI_WORKING_SET_EX_INFORMATION page{};
  page.VirtualAddress = const_cast<void *>(address);
  if (QueryWorkingSetEx(GetCurrentProcess(), &page, sizeof page) == 0)
    return {};
  return page.VirtualAttributes;
}

/// Turns on the right that large pages take; it does nothing for users who do not have it.
void askForLargePages() {
  HANDLE token = nullptr;
  if (OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY, &token) == 0)
    return;
  TOKEN_PRIVILEGES rights{};
  rights.PrivilegeCount = 1;
  rights.Privileges[0].Attributes = SE_PRIVILEGE_ENABLED;
  if (LookupPrivilegeValueW(nullptr, L"SeLockMemoryPrivilege", &rights.Privileges[0].Luid) != 0)
    AdjustTokenPrivileges(token, FALSE, &rights, 0, nullptr, nullptr);
  CloseHandle(token);
}

void *allocate(std::size_t bytes, std::uint32_t node, DWORD more) {
  const DWORD kind = MEM_RESERVE | MEM_COMMIT | more;
  return node == kNoNode
             ? VirtualAlloc(nullptr, bytes, kind, PAGE_READWRITE)
             : VirtualAllocExNuma(GetCurrentProcess(), nullptr, bytes, kind, PAGE_READWRITE, node);
}

/// Null where there are none for this process.
void *allocateLarge(std::size_t bytes, std::uint32_t node) {
  const std::size_t page = GetLargePageMinimum();
  if (page == 0)
    return nullptr;
  askForLargePages();
  return allocate((bytes + page - 1) / page * page, node, MEM_LARGE_PAGES);
}

} // namespace

Expected<NodeMemory> NodeMemory::map(std::size_t bytes, std::uint32_t node, PageKind pages) {
  constexpr std::size_t kMegabyte = 1'000'000;
  void *mapped = pages == PageKind::Huge ? allocateLarge(bytes, node) : nullptr;
  if (mapped == nullptr)
    mapped = allocate(bytes, node, 0);
  if (mapped == nullptr)
    return failure({"machine",
                    {},
                    fmt::format("no {} MB of memory: {}", bytes / kMegabyte,
                                std::system_category().message(static_cast<int>(GetLastError()))),
                    "free some, or leave memory out: --only transfers"});
  auto *first = static_cast<std::byte *>(mapped);
  return NodeMemory(first, bytes, {first, bytes});
}

NodeMemory::~NodeMemory() {
  if (mapped_ != nullptr)
    VirtualFree(mapped_, 0, MEM_RELEASE);
}

NodeMemory::NodeMemory(NodeMemory &&other) noexcept
    : mapped_(std::exchange(other.mapped_, nullptr)), mapped_size_(other.mapped_size_),
      bytes_(other.bytes_) {}

bool NodeMemory::isMostlyHuge() const {
  // All of it is, or nothing.
  const PSAPI_WORKING_SET_EX_BLOCK block = blockOf(bytes_.data());
  return block.Valid != 0 && block.LargePage != 0;
}

std::optional<std::uint64_t> freeBytes(std::uint32_t node) {
  ULONGLONG bytes = 0;
  if (GetNumaAvailableMemoryNodeEx(static_cast<USHORT>(node), &bytes) == 0 || bytes == 0)
    return std::nullopt;
  return bytes;
}

std::optional<std::uint32_t> homeOf(const void *address) {
  const PSAPI_WORKING_SET_EX_BLOCK block = blockOf(address);
  if (block.Valid == 0)
    return std::nullopt;
  return static_cast<std::uint32_t>(block.Node);
}

bool canBind(std::uint32_t node) {
  return NodeMemory::map(1, node, PageKind::Small).has_value();
}

} // namespace fsfind::timing
