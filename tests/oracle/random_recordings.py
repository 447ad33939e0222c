"""Random recordings that perf can read: every vendor's data sources and arbitrary ones, addresses
of every kind, several processes that share mappings, fork, exec, and time that does not follow
the file's order.
"""
import random

import vendors

KERNEL, HOLE = 0xFFFF888000000000, 0x7E0000000000
TEXT, DATA, HEAP, SHARED, ANON_SHARED, STACK = (0x400000, 0x600000, 0x1000000, 0x7F0000000000,
                                               0x7F1000000000, 0x7FFD00000000)
DATA_MAP = 2 | 1 << 13


def region(pid, address, length, file, **more):
    return {"kind": "mmap2", "pid": pid, "address": address, "length": length, "file": file,
            "protection": 3, "misc": DATA_MAP} | more


def process_maps(rng, pid, time, all_of_them=False):
    """The mappings of a process; some of them are missing now and then."""
    shared = (0, 0x100000) if all_of_them else (rng.choice((0, 0x100000)),)
    anonymous = {"major": 0, "minor": 0}
    maps = [
        region(pid, TEXT, 0x10000, "/bin/sh", inode=11, protection=5, misc=2),
        region(pid, DATA, 0x10000, "/bin/sh", inode=11, offset=rng.choice((0, 0x2000))),
        region(pid, HEAP, 0x10000, "[heap]", **anonymous),
        *(region(pid, SHARED + window, 0x4000, "/dev/shm/ring", inode=12, flags=1)
          for window in shared),
        region(pid, ANON_SHARED, 0x4000, "/dev/zero (deleted)", inode=13, flags=1, major=0),
        region(pid, STACK, 0x10000, "[stack]", **anonymous),
        region(pid, STACK + 0x20000, 0x4000, "//anon", **anonymous),
    ]
    return [entry | {"time": time} for entry in maps if all_of_them or rng.random() < 0.9]


def addresses(rng):
    """Few lines, so that several samples meet on one."""
    bases = [DATA, DATA + 0x40, HEAP, HEAP + 0x80, SHARED, SHARED + 0x100000, ANON_SHARED, STACK,
             STACK + 0x20000, KERNEL, KERNEL + 0x40, HOLE, HOLE + 0x40, TEXT]
    return [rng.choice(bases) + rng.choice((0, 0, 0x40, 0x80, 0x1000)) for _ in range(rng.randint(1, 24))]


def data_source(rng, table):
    chance = rng.random()
    if chance < 0.05:
        return rng.choice(list(vendors.UNAVAILABLE.values()))
    if chance < 0.20:
        return rng.getrandbits(64)
    if chance < 0.30:  # arbitrary fields of a load or a store
        return rng.getrandbits(64) & ~31 | rng.choice((2, 4))
    return rng.choice(list(table.values()))


def physical(rng, address):
    """Pages lie anywhere in the memory of two nodes. Some are moved; 0 is not recorded."""
    chance = rng.random()
    page = rng.randrange(1 << 19) if chance < 0.02 else (address >> 12) * 2654435761 % (1 << 19)
    return 0 if chance > 0.98 else page << 12 | address & 0xFFF


def sample(rng, events, table, lines, pids, cpus, time):
    # perf takes the event from the sample, so a store may come from the load event, too.
    pid = rng.choice(pids)
    address = rng.choice(lines) + rng.randrange(64) if rng.random() < 0.97 else 0
    kernel = rng.random() < 0.1
    return {"kind": "sample", "event": rng.randrange(len(events)), "pid": pid,
            "tid": pid + rng.randrange(3), "misc": 1 if kernel else 2,
            "ip": (0xFFFFFFFF81000000 if kernel else TEXT) + rng.randrange(0x800) * 4,
            "addr": address, "cpu": rng.randrange(cpus), "time": time,
            "weight": rng.getrandbits(10) | rng.getrandbits(10) << 32,
            "data_src": data_source(rng, table), "phys_addr": physical(rng, address),
            "period": rng.randint(1, 5000)}


def kernel_maps():
    """The synthesised mapping of the kernel's text."""
    return {"kind": "mmap", "pid": 0xFFFFFFFF, "tid": 0, "address": 0xFFFFFFFF81000000,
            "length": 0x1000000, "offset": 0xFFFFFFFF81000000, "file": "[kernel.kallsyms]_text",
            "misc": 1}


def task_event(rng, pids, time):
    """Something that changes what addresses mean."""
    pid, kind = rng.choice(pids), rng.randrange(4)
    if kind == 0:
        child = max(pids) + 10
        pids.append(child)
        return [{"kind": "fork", "pid": child, "parent_pid": pid, "tid": child, "parent_tid": pid,
                 "time": time}]
    if kind == 1:  # perf keeps the maps of before an exec, fsfind drops them: map all anew
        return [{"kind": "comm", "pid": pid, "tid": pid, "comm": "reborn", "exec": True,
                 "time": time}, *process_maps(rng, pid, time + 1, True)]
    if kind == 2:
        late = rng.choice(({"file": "/dev/shm/late", "inode": 15},
                           {"file": "//anon", "major": 0, "minor": 0}))
        return [region(pid, HEAP, 0x2000, time=time, **late)]
    return [{"kind": "throttle", "time": time, "pid": pid, "tid": pid}]


def layout(rng):
    spec = {"layout": {"big_endian": rng.random() < 0.15, "attr_size": rng.choice((96, 112, 120, 128))}}
    if rng.random() < 0.2:
        spec["compression"] = "zstd"
    return spec


def compose(seed):
    """A specification for compose_recording."""
    rng = random.Random(seed)
    name = rng.choice(list(vendors.MACHINES))
    features, events = vendors.MACHINES[name]
    table = vendors.DATA_SOURCES[name]
    weight = rng.choice((vendors.WEIGHT, vendors.WEIGHT_STRUCT))
    events = [event | {"sample_type": vendors.SAMPLE_BASE | weight} for event in events]
    pids = [rng.randint(100, 5000) * 10 for _ in range(rng.randint(1, 4))]
    records, time = [kernel_maps()], 1000
    for pid in pids:
        records.append({"kind": "comm", "pid": pid, "tid": pid, "comm": "worker", "time": time})
        records += process_maps(rng, pid, time + 1)
    lines, body = addresses(rng), []
    for _ in range(rng.choice((1, 20, 150, 300))):
        time += rng.randint(10, 1000)
        if rng.random() < 0.03:
            body += task_event(rng, pids, time)
            time += 10
        body.append(sample(rng, events, table, lines, pids, len(features["cpus"]), time))
    records += in_rounds(rng, body)
    return {"events": events, "features": features, "records": records, **layout(rng)}


def in_rounds(rng, body):
    """Cuts records into flush rounds; within one, perf's buffers come CPU by CPU, not by time."""
    size, records = rng.choice((5, 40, 1000)), []
    for start in range(0, len(body), size):
        part = body[start:start + size]
        if rng.random() < 0.5:
            part.sort(key=lambda record: (record.get("cpu", 0), record["time"]))
        records += [*part, {"kind": "round"}]
    return records
