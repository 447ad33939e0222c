"""perf c2c's counters for one data source, written a second time from the kernel sources
(c2c_decode_stats, tools/perf/util/mem-events.c), to check the oracle's own recordings: perf, fsfind
and this table must agree.
"""
LVL = {"hit": 2, "miss": 4, "l1": 8, "lfb": 0x10, "l2": 0x20, "l3": 0x40, "ram": 0x80, "remote_ram": 0x300,
       "remote_cache": 0xC00, "io": 0x1000, "unc": 0x2000}


def count(word, address):
    """Names of the counters that one sample raises, repeated where it raises one twice."""
    op, level, snoop = word & 31, word >> 5 & 0x3FFF, word >> 19 & 31
    peer = word >> 38 & 2
    remote = word >> 37 & 1 and not word >> 43 & 7
    raised = ["nr_entries"] + ["locks"] * (word >> 24 & 2 != 0)
    raised += ["blk_data"] * (word >> 40 & 2 != 0) + ["blk_addr"] * (word >> 40 & 4 != 0)
    if op & 2:
        return raised + ["load"] + (load(level, snoop, peer, remote) if address else ["ld_noadrs"])
    if op & 4:
        return raised + ["store"] + (store(level) if address else ["st_noadrs"])
    return raised + ["noparse"]


def load(level, snoop, peer, remote):
    hitm, hit = snoop & 16, snoop & 4
    local_peer = ["lcl_peer", "tot_peer"] if peer else []
    mesi = ["ld_shared" if hit else "ld_excl"]
    raised = []
    if level & LVL["hit"]:
        for bit, name in (("unc", "ld_uncache"), ("io", "ld_io"), ("lfb", "ld_fbhit"),
                          ("l1", "ld_l1hit")):
            raised += [name] * (level & LVL[bit] != 0)
        if level & LVL["l2"]:
            raised += ["ld_l2hit"] + local_peer
        if level & LVL["l3"]:
            raised += (["lcl_hitm", "tot_hitm"] if hitm else ["ld_llchit"]) + local_peer
        if level & LVL["ram"]:
            raised += ["lcl_dram"] + mesi
        if level & LVL["remote_ram"] or remote:
            raised += ["rmt_dram"] + mesi
    if level & LVL["remote_cache"] or remote:
        if hit:
            raised += ["rmt_hit"]
        elif hitm:
            raised += ["rmt_hitm", "tot_hitm"]
        elif peer:
            raised += ["rmt_hit", "rmt_peer", "tot_peer"]
    return raised + ["ld_miss"] * (level & LVL["miss"] != 0)


def store(level):
    raised = []
    if level & LVL["hit"]:
        raised += ["st_uncache"] * (level & LVL["unc"] != 0) + ["st_l1hit"] * (level & LVL["l1"] != 0)
    raised += ["st_l1miss"] * (level & LVL["miss"] != 0 and level & LVL["l1"] != 0)
    return raised + ["st_na"] * (level & 1)


LABELS = {
    "nr_entries": "Total records", "locks": "Locked Load/Store Operations", "load": "Load Operations",
    "ld_uncache": "Loads - uncacheable", "ld_io": "Loads - IO", "ld_miss": "Loads - Miss",
    "ld_noadrs": "Loads - no mapping", "ld_fbhit": "Load Fill Buffer Hit",
    "ld_l1hit": "Load L1D hit", "ld_l2hit": "Load L2D hit", "lcl_hitm": "Load Local HITM",
    "rmt_hitm": "Load Remote HITM", "rmt_hit": "Load Remote HIT", "lcl_dram": "Load Local DRAM",
    "rmt_dram": "Load Remote DRAM", "ld_excl": "Load MESI State Exclusive",
    "ld_shared": "Load MESI State Shared", "blk_data": "Load access blocked by data",
    "blk_addr": "Load access blocked by address", "lcl_peer": "Load HIT Local Peer",
    "rmt_peer": "Load HIT Remote Peer", "store": "Store Operations",
    "st_uncache": "Store - uncacheable", "st_noadrs": "Store - no mapping",
    "st_l1hit": "Store L1D Hit", "st_l1miss": "Store L1D Miss",
    "st_na": "Store No available memory level", "noparse": "Unable to parse data source",
}


def expected_stats(samples):
    """Totals by perf's labels, except nomap, which takes the mappings to know."""
    totals = dict.fromkeys(LABELS.values(), 0)
    for sample in samples:
        for name in count(sample["data_src"], sample["addr"]):
            if name in LABELS:
                totals[LABELS[name]] += 1
    return totals
