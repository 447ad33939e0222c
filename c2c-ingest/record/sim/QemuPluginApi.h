#pragma once

#include <cstddef>
#include <cstdint>

/// The part of QEMU's plugin interface that the simulator uses, declared here because distributions
/// do not package QEMU's header everywhere. Only what is the same in QEMU 7.2 and 10.x; QEMU itself
/// exports the functions. (Facts: QEMU's "TCG Plugins" documentation.)
extern "C" {

using qemu_plugin_id_t = std::uint64_t;
using qemu_plugin_meminfo_t = std::uint32_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

/// The beginning of what QEMU tells a plugin when it loads it.
struct qemu_info_t {
  const char *target_name; ///< guest architecture, such as "x86_64"
  struct {
    int min;
    int cur;
  } version;
  bool system_emulation;
};

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };

using fsfind_tb_trans_cb = void (*)(qemu_plugin_id_t, qemu_plugin_tb *);
using fsfind_vcpu_cb = void (*)(qemu_plugin_id_t, unsigned vcpu);
using fsfind_exec_cb = void (*)(unsigned vcpu, void *user);
using fsfind_mem_cb = void (*)(unsigned vcpu, qemu_plugin_meminfo_t, std::uint64_t address,
                               void *user);
using fsfind_syscall_cb = void (*)(qemu_plugin_id_t, unsigned vcpu, std::int64_t number,
                                   std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                   std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);
using fsfind_syscall_ret_cb = void (*)(qemu_plugin_id_t, unsigned vcpu, std::int64_t number,
                                       std::int64_t result);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, fsfind_tb_trans_cb);
void qemu_plugin_register_vcpu_tb_exec_cb(qemu_plugin_tb *, fsfind_exec_cb, qemu_plugin_cb_flags,
                                          void *user);
void qemu_plugin_register_vcpu_mem_cb(qemu_plugin_insn *, fsfind_mem_cb, qemu_plugin_cb_flags,
                                      qemu_plugin_mem_rw, void *user);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t, fsfind_syscall_cb);
void qemu_plugin_register_vcpu_syscall_ret_cb(qemu_plugin_id_t, fsfind_syscall_ret_cb);
void qemu_plugin_register_vcpu_exit_cb(qemu_plugin_id_t, fsfind_vcpu_cb);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);

std::size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb *);
qemu_plugin_insn *qemu_plugin_tb_get_insn(const qemu_plugin_tb *, std::size_t);
std::uint64_t qemu_plugin_insn_vaddr(const qemu_plugin_insn *);
/// The instruction's address in QEMU's own process (user emulation); null if unknown.
void *qemu_plugin_insn_haddr(const qemu_plugin_insn *);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
}
