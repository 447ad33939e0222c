#include "c2c-ingest/timing/System.h"

#include "c2c-ingest/timing/windows/CpuNumbers.h"

#include <fmt/format.h>

#include <windows.h>

#include <cpuid.h>
#include <system_error>

namespace fsfind::timing {

namespace {

/// `Windows 10.0.19045`. GetVersionEx tells programs without a manifest of an older one.
std::string windowsVersion() {
  using Tell = LONG(WINAPI *)(OSVERSIONINFOW *);
  OSVERSIONINFOW version{};
  version.dwOSVersionInfoSize = sizeof version;
  const FARPROC found = GetProcAddress(GetModuleHandleA("ntdll.dll"), "RtlGetVersion");
  const auto tell = reinterpret_cast<Tell>(reinterpret_cast<void *>(found));
  if (tell == nullptr || tell(&version) != 0)
    return "Windows";
  return fmt::format("Windows {}.{}.{}", version.dwMajorVersion, version.dwMinorVersion,
                     version.dwBuildNumber);
}

std::string architecture() {
  SYSTEM_INFO info{};
  GetNativeSystemInfo(&info);
  return info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64 ? "x86_64" : "";
}

/// By CPUID leaf 1, ECX bit 31. It is also set for a Windows that is Hyper-V's own, which may
/// create partitions (Hypervisor Top Level Functional Specification, leaf 0x40000003, EBX bit 0).
std::optional<bool> isVirtual() {
  constexpr unsigned kFeatures = 1, kHypervisor = 1U << 31, kPrivileges = 0x40000003,
                     kCreatesPartitions = 1;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(kFeatures, &eax, &ebx, &ecx, &edx) == 0)
    return std::nullopt;
  if ((ecx & kHypervisor) == 0)
    return false;
  constexpr unsigned kVendor = 0x40000000, kMicrosoft = 0x7263694d; // "Micr"
  __cpuid(kVendor, eax, ebx, ecx, edx);
  if (ebx != kMicrosoft)
    return true;
  __cpuid(kPrivileges, eax, ebx, ecx, edx);
  return (ebx & kCreatesPartitions) == 0;
}

std::chrono::nanoseconds timeOf(const FILETIME &time) {
  constexpr std::int64_t kUnit = 100; // ns
  constexpr int kHigh = 32;
  return std::chrono::nanoseconds(
      kUnit * ((static_cast<std::int64_t>(time.dwHighDateTime) << kHigh) + time.dwLowDateTime));
}

} // namespace

SystemFacts systemFacts(const Hardware &) {
  SystemFacts facts;
  facts.arch = architecture();
  facts.kernel = windowsVersion();
  facts.virtual_machine = isVirtual();
  return facts;
}

std::uint64_t stolenFrom(std::span<const std::uint32_t>) {
  return 0; // Windows does not tell
}

std::string pinTo(std::uint32_t cpu) {
  GROUP_AFFINITY affinity{};
  affinity.Group = static_cast<WORD>(cpu / kCpusOfGroup);
  affinity.Mask = KAFFINITY{1} << cpu % kCpusOfGroup;
  if (SetThreadGroupAffinity(GetCurrentThread(), &affinity, nullptr) != 0)
    return {};
  return std::system_category().message(static_cast<int>(GetLastError()));
}

ThreadUse threadUse() {
  // Times of threads grow with the clock interrupt, which is at most 64 times a second.
  ThreadUse use;
  use.step = std::chrono::nanoseconds(15'625'000);
  FILETIME created{}, ended{}, kernel{}, user{};
  if (GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user) != 0)
    use.cpu = timeOf(kernel) + timeOf(user);
  return use;
}

std::size_t pageSize() {
  SYSTEM_INFO info{};
  GetSystemInfo(&info);
  return info.dwPageSize;
}

const char *hugePageSetting() {
  return "the user's right to lock pages in memory";
}

} // namespace fsfind::timing
