"""Machines and the memory data sources they deliver, for composed recordings.

A data source is a perf_mem_data_src word (include/uapi/linux/perf_event.h); which word a processor
delivers for what is decided by its kernel driver (arch/x86/events/intel/ds.c, arch/x86/events/amd/
ibs.c, arch/powerpc/perf/isa207-common.c) or by perf's own decoder (tools/perf/util/arm-spe.c).
"""

OP = {"na": 1, "load": 2, "store": 4, "prefetch": 8, "exec": 16}
LEVEL = {"na": 1, "hit": 2, "miss": 4, "l1": 8, "lfb": 0x10, "l2": 0x20, "l3": 0x40, "ram": 0x80,
         "rem_ram1": 0x100, "rem_ram2": 0x200, "rem_cce1": 0x400, "rem_cce2": 0x800, "io": 0x1000,
         "unc": 0x2000}
SNOOP = {"": 0, "na": 1, "none": 2, "hit": 4, "miss": 8, "hitm": 0x10}
NUMBER = {"": 0, "l1": 1, "l2": 2, "l3": 3, "l4": 4, "l2_mhb": 5, "msc": 6, "unc": 8, "cxl": 9,
          "io": 10, "any": 11, "lfb": 12, "ram": 13, "pmem": 14, "na": 15}
SNOOPX = {"": 0, "fwd": 1, "peer": 2}


def word(op, level, snoop="na", number="", remote=0, snoopx="", hops=0, lock=0, tlb=0x1A, blk=1):
    """One perf_mem_data_src; `level` is a space-separated list of LEVEL names."""
    bits = 0
    for name in level.split():
        bits |= LEVEL[name]
    return (OP[op] | bits << 5 | SNOOP[snoop] << 19 | lock << 24 | tlb << 26 | NUMBER[number] << 33
            | remote << 37 | SNOOPX[snoopx] << 38 | blk << 40 | hops << 43)


# Per vendor: short name -> word.
INTEL_BROADWELL = {
    "l1": word("load", "hit l1", "none", "l1"),
    "lfb": word("load", "hit lfb", "none", "lfb"),
    "l2": word("load", "hit l2", "none", "l2"),
    "l3": word("load", "hit l3", "none", "l3"),
    "l3_snoop_hit": word("load", "hit l3", "hit", "l3"),
    "local_hitm": word("load", "hit l3", "hitm", "l3"),
    "remote_hit": word("load", "hit rem_cce1", "hit", "l3", remote=1),
    "remote_hitm": word("load", "hit rem_cce1", "hitm", "l3", remote=1),
    "ram": word("load", "hit ram", "hit", "ram"),
    "remote_ram": word("load", "hit rem_ram1", "hit", "ram", remote=1),
    "io": word("load", "hit io", "none", "na"),
    "uncached": word("load", "hit unc", "none", "na"),
    "unknown": word("load", "miss l3", "na", "l3"),
    "st_hit": word("store", "hit l1"),
    "st_miss": word("store", "miss l1"),
}
INTEL_SKYLAKE = INTEL_BROADWELL | {
    "remote_hit": word("load", "hit", "na", "any", remote=1, snoopx="fwd"),
    "remote_hitm": word("load", "hit", "hitm", "any", remote=1),
    "remote_ram": word("load", "hit", "none", "ram", remote=1),
    "pmem": word("load", "hit", "none", "pmem"),
    "remote_pmem": word("load", "hit", "none", "pmem", remote=1),
}
INTEL_SAPPHIRE_RAPIDS = INTEL_SKYLAKE | {
    "blocked_data": word("load", "hit l1", "none", "l1", blk=2),
    "blocked_address": word("load", "hit l2", "none", "l2", blk=4),
    "locked": word("load", "hit l3", "hitm", "l3", lock=2),
    "cxl": word("load", "hit", "none", "cxl"),
    "st_l1": word("store", "hit l1", "none", "l1"),
    "st_lfb": word("store", "hit lfb", "none", "lfb"),
    "st_l2": word("store", "hit l2", "none", "l2"),
    "st_l3": word("store", "hit l3", "none", "l3"),
    "st_l3_hitm": word("store", "hit l3", "hitm", "l3"),
    "st_remote_hitm": word("store", "hit", "hitm", "any", remote=1),
}
INTEL_GRACEMONT = INTEL_BROADWELL | {
    "l3_forward": word("load", "hit l3", "", "l3", snoopx="fwd"),
    "crestmont_ram_hitm": word("load", "hit", "hitm", "ram", remote=1),
    "st_l2": word("store", "hit l2", "none", "l2"),
}
AMD_ZEN4 = {
    "l1": word("load", "hit l1", "", "l1"),
    "l2": word("load", "hit l2", "", "l2"),
    "lfb": word("load", "hit lfb", "", "lfb"),
    "l3": word("load", "hit l3", "", "l3"),
    "local_hitm": word("load", "hit l3", "hitm", "l3"),
    "near_ccx": word("load", "hit rem_cce1", "", "any", remote=1, hops=1),
    "near_ccx_hitm": word("load", "hit rem_cce1", "hitm", "any", remote=1, hops=1),
    "far_ccx": word("load", "hit rem_cce2", "", "any", remote=1, hops=2),
    "far_ccx_hitm": word("load", "hit rem_cce2", "hitm", "any", remote=1, hops=2),
    "ram": word("load", "hit ram", "", "ram"),
    "remote_ram": word("load", "hit rem_ram1", "", "ram", remote=1, hops=2),
    "io": word("load", "hit io", "", "io"),
    "locked_far_hitm": word("load", "hit rem_cce2", "hitm", "any", remote=1, hops=2, lock=2),
    "st_hit": word("store", "hit l1", "", "l1"),
    "st_miss_l2": word("store", "hit l2", "", "l2"),
    "st_mab": word("store", "hit lfb", "", "lfb"),
    "st_na": word("store", "na", "", "na"),
    "na": word("na", "na", "na", "na"),
}
AMD_ZEN2 = AMD_ZEN4 | {
    "local_cache": word("load", "hit l3 rem_cce1", "", "l3"),
    "local_cache_hitm": word("load", "hit l3 rem_cce1", "hitm", "l3"),
    "remote_cache": word("load", "hit rem_cce2", "", "any", remote=1, hops=1),
}
AMD_ZEN3 = {name: AMD_ZEN4[name] for name in
            ("l1", "l2", "lfb", "ram", "st_hit", "st_miss_l2", "st_mab", "st_na", "na")}
ARM_NEOVERSE = {
    "l1": word("load", "hit l1", "none", "l1"),
    "l2": word("load", "hit l2", "none", "l2"),
    "peer_core": word("load", "hit l2", "", "l2", snoopx="peer"),
    "local_cluster": word("load", "hit l3", "", "l3", snoopx="peer"),
    "system_cache": word("load", "hit l3", "hit", "l3"),
    "peer_cluster": word("load", "hit l3", "", "l3", snoopx="peer"),
    "remote_socket": word("load", "na", "", "any", remote=1, snoopx="peer"),
    "ram": word("load", "hit ram", "none", "ram"),
    "hitm_and_peer": word("load", "hit l3", "hitm", "l3", snoopx="peer"),
    "st_na": word("store", "na"),
    "st_hit": word("store", "hit l1"),
}
POWER10 = {
    "l1": word("load", "hit l1", "", "l1"),
    "l2": word("load", "hit l2", "", "l2"),
    "l21_hitm": word("load", "hit l2", "hitm", "l2", hops=1),
    "l3": word("load", "hit l3", "", "l3"),
    "l31_hitm": word("load", "hit l3", "hitm", "l3", hops=1),
    "near_hit": word("load", "hit rem_cce1", "hit", "any", remote=1, hops=2),
    "near_hitm": word("load", "hit rem_cce1", "hitm", "any", remote=1, hops=2),
    "far_hitm": word("load", "hit rem_cce2", "hitm", "any", remote=1, hops=3),
    "ram": word("load", "hit ram", "", "ram"),
    "remote_ram": word("load", "hit rem_ram1", "", "ram", remote=1, hops=3),
    "st_hit": word("store", "hit l1"),
    "st_miss": word("store", "miss l1"),
}
UNAVAILABLE = {"old": 0x5080021, "new": 0x1E05080021, "zero": 0,
               "prefetch": word("prefetch", "hit l2"), "exec": word("exec", "hit l1"),
               "load_store": word("load", "hit l1") | OP["store"]}

DATA_SOURCES = {
    "intel-broadwell": INTEL_BROADWELL, "intel-skylake": INTEL_SKYLAKE,
    "intel-sapphire-rapids": INTEL_SAPPHIRE_RAPIDS, "intel-gracemont": INTEL_GRACEMONT,
    "amd-zen4": AMD_ZEN4, "amd-zen2": AMD_ZEN2, "amd-zen3": AMD_ZEN3,
    "arm-neoverse": ARM_NEOVERSE, "power10": POWER10, "unavailable": UNAVAILABLE,
}

# perf_event_attr::sample_type of `perf c2c record`: TIME TID IP ADDR CPU PERIOD IDENTIFIER DATA_SRC
# PHYS_ADDR and one of the two weights.
SAMPLE_BASE = 1 << 16 | 1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 7 | 1 << 8 | 1 << 15 | 1 << 19
WEIGHT, WEIGHT_STRUCT = 1 << 14, 1 << 24


def event(name, kind, config, ids, config1=0, weight=WEIGHT_STRUCT):
    return {"name": name, "type": kind, "config": config, "config1": config1, "ids": ids,
            "sample_type": SAMPLE_BASE | weight}


INTEL_EVENTS = [event("cpu/mem-loads,ldlat=30/P", 4, 0x1CD, [101], 30),
                event("cpu/mem-stores/P", 4, 0x82D0, [201])]
SAPPHIRE_RAPIDS_EVENTS = [event("cpu/mem-loads-aux/", 4, 0x8203, [100]),
                          event("cpu/mem-loads,ldlat=30/P", 4, 0x1CD, [101], 30),
                          event("cpu/mem-stores/P", 4, 0x2CD, [201])]
HYBRID_EVENTS = [event("cpu_core/mem-loads-aux/", 4, 0x8203, [100]),
                 event("cpu_core/mem-loads,ldlat=30/P", 4, 0x1CD, [101], 30),
                 event("cpu_atom/mem-loads,ldlat=30/P", 10, 0x5D0, [102], 30),
                 event("cpu_core/mem-stores/P", 4, 0x2CD, [201]),
                 event("cpu_atom/mem-stores/P", 10, 0x6D0, [202])]
AMD_EVENTS = [event("ibs_op//", 11, 0, [301])]
ARM_EVENTS = [event("memory", 1, 9, [401], weight=WEIGHT)]
POWER_EVENTS = [event("cpu/mem-loads/", 4, 0x35340401E0, [501]),
                event("cpu/mem-stores/", 4, 0x353C0401E0, [502])]


def cpu_list(first, count):
    return f"{first}-{first + count - 1}" if count > 1 else str(first)


def machine(cpus, nodes, arch, cpuid, description, pmus, line_size=64, smt=2):
    """Header features of a machine whose nodes are its sockets."""
    per_node = cpus // nodes
    return {
        "hostname": "composed", "os_release": "6.1.0", "version": "6.1.0", "arch": arch,
        "cpu_description": description, "cpuid": cpuid, "pmus": pmus,
        "cmdline": ["perf", "c2c", "record", "(composed, not measured)"],
        "cpus": [[cpu % per_node // smt, cpu // per_node, 0] for cpu in range(cpus)],
        "core_siblings": [cpu_list(node * per_node, per_node) for node in range(nodes)],
        "thread_siblings": [cpu_list(cpu, smt) for cpu in range(0, cpus, smt)],
        "numa": [{"node": node, "cpus": cpu_list(node * per_node, per_node)}
                 for node in range(nodes)],
        "memory": {"block_size": 1 << 27,
                   "nodes": [list(range(node * 8, node * 8 + 8)) for node in range(nodes)]},
        "caches": [{"level": 1, "line_size": line_size}, {"level": 2, "line_size": line_size},
                   {"level": 3, "line_size": line_size}],
    }


INTEL_PMUS = [[4, "cpu"], [1, "software"]]
MACHINES = {
    "intel-broadwell": (machine(8, 2, "x86_64", "GenuineIntel,6,79,1",
                                "Intel(R) Xeon(R) CPU E5-2699 v4 @ 2.20GHz", INTEL_PMUS),
                        INTEL_EVENTS),
    "intel-skylake": (machine(8, 2, "x86_64", "GenuineIntel,6,85,4",
                              "Intel(R) Xeon(R) Platinum 8180 CPU @ 2.50GHz", INTEL_PMUS),
                      INTEL_EVENTS),
    "intel-sapphire-rapids": (machine(16, 2, "x86_64", "GenuineIntel,6,143,8",
                                      "Intel(R) Xeon(R) Platinum 8480+", INTEL_PMUS),
                              SAPPHIRE_RAPIDS_EVENTS),
    "intel-gracemont": (machine(12, 1, "x86_64", "GenuineIntel,6,151,2",
                                "12th Gen Intel(R) Core(TM) i9-12900K",
                                [[4, "cpu_core"], [10, "cpu_atom"], [1, "software"]])
                        | {"hybrid": [["cpu_core", "0-7"], ["cpu_atom", "8-11"]]},
                        HYBRID_EVENTS),
    "amd-zen4": (machine(16, 2, "x86_64", "AuthenticAMD,25,17,1",
                         "AMD EPYC 9654 96-Core Processor",
                         [[4, "cpu"], [10, "ibs_fetch"], [11, "ibs_op"]]), AMD_EVENTS),
    "amd-zen2": (machine(16, 2, "x86_64", "AuthenticAMD,23,49,0",
                         "AMD EPYC 7742 64-Core Processor",
                         [[4, "cpu"], [10, "ibs_fetch"], [11, "ibs_op"]]), AMD_EVENTS),
    "amd-zen3": (machine(16, 2, "x86_64", "AuthenticAMD,25,1,1",
                         "AMD EPYC 7763 64-Core Processor",
                         [[4, "cpu"], [10, "ibs_fetch"], [11, "ibs_op"]]), AMD_EVENTS),
    "arm-neoverse": (machine(8, 2, "aarch64", "0x00000000410fd0c0", "Neoverse-N1",
                             [[8, "armv8_pmuv3_0"], [9, "arm_spe_0"]], smt=1), ARM_EVENTS),
    "power10": (machine(16, 2, "ppc64le", "0x00800200", "POWER10 (architected), altivec supported",
                        [[4, "cpu"]], line_size=128, smt=8), POWER_EVENTS),
}
