#include "c2c-ingest/record/layout/AllocationCall.h"
#include "c2c-ingest/record/sim/QemuPluginApi.h"
#include "c2c-ingest/record/sim/Simulator.h"

#include <cstdio>
#include <pthread.h>

/// QEMU's side of the simulator: passes QEMU's callbacks to it. Built once for each version of
/// QEMU's plugin interface, FSFIND_QEMU_PLUGIN_VERSION.

using fsfind::record::sim::LoggedAccess;
using fsfind::record::sim::Simulator;

namespace {

/// Global, as most of QEMU's callbacks pass no pointer of the plugin. Never deleted: threads use it
/// until the process ends.
Simulator *simulator = nullptr;
bool started = false;

/// LoggedAccess::Kind. QEMU reports an atomic read-modify-write once, as a store; that it also
/// loads is in a bit that the plugin interface does not name (QEMU 7.2 to 10.x: bit 16 for loads,
/// 17 for stores).
unsigned kindOf(qemu_plugin_meminfo_t access) {
  return (access >> 16 & 3U) * LoggedAccess::Load;
}

/// QEMU keeps the size in these bits (7.2 to 10.x), which `registerCallbacks` makes sure of: asking
/// it each time would cost as much as all else that is done for an access.
bool size_is_known = false;
unsigned knownSizeShiftOf(qemu_plugin_meminfo_t access) {
  return access >> 4 & 7U;
}

unsigned askedSizeShiftOf(qemu_plugin_meminfo_t access) {
  return qemu_plugin_mem_size_shift(access) & 7U;
}
unsigned sizeShiftOf(qemu_plugin_meminfo_t access) {
  return size_is_known ? knownSizeShiftOf(access) : askedSizeShiftOf(access);
}

bool sizeIsKnown() {
  for (qemu_plugin_meminfo_t access = 0; access < 1U << 16; ++access)
    if (qemu_plugin_mem_size_shift(access) != knownSizeShiftOf(access))
      return false;
  return true;
}

/// What callbacks of accesses are given: the instruction's address, and how many instructions of
/// its block are left with it.
constexpr unsigned kAddressBits = 48;
void *packed(std::uint64_t ip, std::uint64_t left) {
  return reinterpret_cast<void *>((ip & ((std::uint64_t{1} << kAddressBits) - 1)) |
                                  left << kAddressBits);
}
std::uint64_t ipOf(void *user) {
  return reinterpret_cast<std::uintptr_t>(user) & ((std::uint64_t{1} << kAddressBits) - 1);
}
std::uint32_t leftOf(void *user) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(user) >> kAddressBits);
}

void onBlock(unsigned vcpu, void *instructions) {
  simulator->run(vcpu, reinterpret_cast<std::uintptr_t>(instructions));
}

[[gnu::noinline]] void note(unsigned vcpu, qemu_plugin_meminfo_t access, std::uint64_t address,
                            void *user) {
  simulator->note(vcpu, {ipOf(user), leftOf(user)}, address, kindOf(access), sizeShiftOf(access));
}

template <unsigned (*sizeShift)(qemu_plugin_meminfo_t)>
void onAccess(unsigned vcpu, qemu_plugin_meminfo_t access, std::uint64_t address, void *user) {
  if (!simulator->log(vcpu).passes(address, kindOf(access), sizeShift(access)))
    note(vcpu, access, address, user);
}

/// Of most accesses onAccess is all that is done: without a call that comes back it saves no
/// register on the stack.
decltype(&onAccess<knownSizeShiftOf>) accessCallback() {
  return size_is_known ? onAccess<knownSizeShiftOf> : onAccess<askedSizeShiftOf>;
}

void start(const qemu_plugin_insn *first) {
  started = true;
  const auto host = reinterpret_cast<std::uintptr_t>(qemu_plugin_insn_haddr(first));
  auto command = fsfind::record::sim::QemuCommand::own();
  simulator->start(command.program(), host == 0 ? 0 : host - qemu_plugin_insn_vaddr(first));
  simulator->emulatesBy(std::move(command));
}

void onBell(unsigned vcpu, qemu_plugin_meminfo_t, std::uint64_t address, void *) {
  simulator->rung(vcpu, address);
}

/// Of hidden code nothing is simulated; but by one instruction it tells of what the program does.
void hearBell(const qemu_plugin_tb *block, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        simulator->isBell(qemu_plugin_insn_vaddr(instruction)))
      qemu_plugin_register_vcpu_mem_cb(instruction, onBell, QEMU_PLUGIN_CB_NO_REGS,
                                       QEMU_PLUGIN_MEM_RW, nullptr);
}

/// One callback for loads and stores together: QEMU 7.2 mixes up callbacks for only one of them.
void onTranslation(qemu_plugin_id_t, qemu_plugin_tb *block) {
  const std::size_t count = qemu_plugin_tb_n_insns(block);
  if (!started && count != 0)
    start(qemu_plugin_tb_get_insn(block, 0));
  qemu_plugin_register_vcpu_tb_exec_cb(block, onBlock, QEMU_PLUGIN_CB_NO_REGS,
                                       reinterpret_cast<void *>(count));
  if (count != 0 && simulator->hides(qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0))))
    return hearBell(block, count);
  for (std::size_t i = 0; i < count; ++i) {
    qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    qemu_plugin_register_vcpu_mem_cb(instruction, accessCallback(), QEMU_PLUGIN_CB_NO_REGS,
                                     QEMU_PLUGIN_MEM_RW,
                                     packed(qemu_plugin_insn_vaddr(instruction), count - i));
  }
}

void onCall(qemu_plugin_id_t, unsigned vcpu, std::int64_t number, std::uint64_t first,
            std::uint64_t second, std::uint64_t third, std::uint64_t fourth, std::uint64_t fifth,
            std::uint64_t, std::uint64_t, std::uint64_t) {
  if (number == fsfind::record::kAllocationCall)
    simulator->allocation(vcpu, {first, second, third, fourth, fifth});
  else
    simulator->call(vcpu, number, {first, second, third, fourth, fifth});
}

void onReturn(qemu_plugin_id_t, unsigned vcpu, std::int64_t number, std::int64_t result) {
  if (number != fsfind::record::kAllocationCall)
    simulator->callReturns(vcpu, result);
}

void onThreadExit(qemu_plugin_id_t, unsigned vcpu) {
  simulator->threadExits(vcpu);
}

void onProcessExit(qemu_plugin_id_t, void *) {
  simulator->processExits();
}

void registerCallbacks(qemu_plugin_id_t id) {
  size_is_known = sizeIsKnown();
  qemu_plugin_register_vcpu_tb_trans_cb(id, onTranslation);
  qemu_plugin_register_vcpu_syscall_cb(id, onCall);
  qemu_plugin_register_vcpu_syscall_ret_cb(id, onReturn);
  qemu_plugin_register_vcpu_exit_cb(id, onThreadExit);
  qemu_plugin_register_atexit_cb(id, onProcessExit, nullptr);
  pthread_atfork([] { simulator->beforeFork(); }, [] { simulator->afterForkInParent(); },
                 [] { simulator->afterForkInChild(); });
}

int refuse(const std::string &reason) {
  std::fprintf(stderr, "fsfind simulator: %s\n", reason.c_str());
  return 1;
}

} // namespace

#define FSFIND_EXPORTED extern "C" __attribute__((visibility("default")))

FSFIND_EXPORTED int qemu_plugin_version;
int qemu_plugin_version = FSFIND_QEMU_PLUGIN_VERSION;

FSFIND_EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count,
                                        char **arguments);

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **arguments) {
  using namespace fsfind::record::sim;
  Options options;
  for (int i = 0; i < count; ++i)
    if (!setOption(options, arguments[i]))
      return refuse(std::string("cannot take the argument ") + arguments[i]);
  if (const std::string problem = problemWith(options); !problem.empty())
    return refuse(problem);
  const GuestCallTable calls = info->system_emulation ? nullptr : guestCallsOf(info->target_name);
  if (calls == nullptr)
    return refuse(std::string("cannot observe guests of ") + info->target_name);
  simulator = new Simulator(options, calls);
  if (!simulator->problem().empty())
    return refuse(simulator->problem());
  registerCallbacks(id);
  return 0;
}
