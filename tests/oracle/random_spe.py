"""Random recordings of Arm SPE, packet by packet, that perf decodes: several CPUs, threads that are
told by context packets or by switches, packets in any order and of any form, and damaged data.
"""
import random

import random_recordings
import vendors

# Processors whose data sources perf 6.1 knows, and others, whose levels it takes from the events.
KNOWN = ("0x00000000413fd0c1", "0x00000000410fd400", "0x00000000410fd490")
UNKNOWN = ("0x00000000410fd034", "0x00000000500f0000")
SOURCES = (0x0, 0x8, 0x9, 0xA, 0xB, 0xC, 0xD, 0xE)
LOAD_STORE, BRANCH, OTHER = 1, 2, 0
# What perf 6.1 knows: retired, L1D, TLB, branches, last level, remote, alignment, predicates.
EVENTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17, 18)
# shift, multiplier, zero
CLOCKS = ((0, 1, 0), (0, 40, 500), (4, 48, 123), (10, 1 << 10, 0))
NO_HEADERS = [*range(0x02, 0x20), *range(0x24, 0x40), *range(0x80, 0x88), *range(0xC0, 0x100)]
# perf's samples stand for one operation each, so the event's period has to be that, too.
PERIOD = 1
PMU = 9
SAMPLE_TYPE = 1 << 16 | 1 | 1 << 1 | 1 << 2 | 1 << 7 | 1 << 19
ARM_SPE = {"name": "arm_spe_0/ts_enable=1,load_filter=1,store_filter=1/", "type": PMU,
           "config": 1 | 3 << 34, "period": PERIOD, "sample_type": SAMPLE_TYPE, "ids": [401]}
DUMMY = {"name": "dummy:u", "type": 1, "config": 9, "sample_type": SAMPLE_TYPE, "ids": [501]}


def features(rng):
    machine, _ = vendors.MACHINES["arm-neoverse"]
    return machine | {"cpuid": rng.choice(KNOWN if rng.random() < 0.7 else UNKNOWN)}


def ticks(clock, time):
    shift, multiplier, zero = clock
    return ((time - zero) << shift) // multiplier


def address_of(rng, lines):
    if rng.random() < 0.03:
        return 0
    address = rng.choice(lines) + rng.randrange(64)
    return address & ~(0xFF << 56) | rng.getrandbits(8) << 56 if rng.random() < 0.1 else address


def record(rng, lines, timestamp, thread):
    """Packets of one operation; hardware's order is not the only one."""
    kernel = rng.random() < 0.1
    ip = (0xFFFFFF81000000 if kernel else random_recordings.TEXT) + rng.randrange(0x800) * 4
    what = rng.choices((LOAD_STORE, BRANCH, OTHER), (8, 1, 1))[0]
    packets = [["address", 0, ip | (0xA0 if kernel else 0x80) << 56, rng.random() < 0.05],
               ["operation", what, rng.choice((0, 1, 0x10, 0x11, 0x5, 0x88))],
               ["counter", 0, rng.getrandbits(12), rng.random() < 0.05],
               ["counter", rng.choice((1, 2, 9)), rng.getrandbits(12), False],
               ["events", sum(1 << bit for bit in EVENTS if rng.random() < 0.3)]]
    if rng.random() < 0.95:
        packets.append(["address", 2, address_of(rng, lines), rng.random() < 0.05])
    if rng.random() < 0.7:
        packets.append(["address", 3, rng.getrandbits(40) | rng.getrandbits(8) << 56, False])
    if rng.random() < 0.2:
        packets.append(["address", rng.choice((1, 4)), rng.getrandbits(64), False])
    if rng.random() < 0.8:
        packets.append(["source", rng.choice(SOURCES)])
    if thread is not None:
        packets.append(["context", thread, rng.choice((1, 2))])
    if rng.random() < 0.5:
        rng.shuffle(packets)
    if rng.random() < 0.1:
        packets.insert(rng.randrange(len(packets)), ["padding", rng.randint(1, 20)])
    packets.append(["timestamp", timestamp])
    if rng.random() < 0.1:
        # perf aligns by its own memory, where the data begin at a multiple of eight
        packets.append(["alignment", rng.choice((2, 4, 8))])
    return packets


def damage(rng, packets):
    """Bytes that begin no packet, anywhere behind the first record of the queue."""
    first = next(at for at, packet in enumerate(packets) if packet[0] == "timestamp") + 1
    for _ in range(rng.randint(1, 5)):
        garbage = [rng.choice(NO_HEADERS) for _ in range(rng.randint(1, 12))]
        packets.insert(rng.randint(first, len(packets)), ["raw", *garbage])


def is_damaged(spec):
    return any(packet[0] == "raw" for record in spec["records"] for packet in
               record.get("packets", ()))


def trace(cpu, packets, tid):
    return {"kind": "auxtrace", "queue": cpu, "cpu": cpu, "tid": tid, "packets": packets}


def switches(rng, pids, cpus, times):
    """Threads that leave their CPU to others. None happens in the same tick as a sample."""
    events = []
    for time in times:
        pid, before = rng.choice(pids), rng.choice(pids)
        events.append({"kind": "switch", "next_pid": pid, "next_tid": pid + rng.randrange(3),
                       "pid": before, "tid": before, "time": time, "cpu": rng.randrange(cpus)})
    return events


def beginning(rng, pids, clock):
    records = [{"kind": "time_conv", "shift": clock[0], "multiplier": clock[1], "zero": clock[2]},
               {"kind": "spe_info"},  # perf wants it behind the clock
               random_recordings.kernel_maps()]
    time = 1000
    for pid in pids:
        records.append({"kind": "comm", "pid": pid, "tid": pid, "comm": "worker", "time": time})
        records += [{"kind": "fork", "pid": pid, "parent_pid": pid, "tid": pid + number,
                     "parent_tid": pid, "time": time + 1} for number in (1, 2)]
        records += random_recordings.process_maps(rng, pid, time + 2)
    return records


def compose(seed):
    """A specification for compose_recording."""
    rng = random.Random(seed)
    clock, cpus = rng.choice(CLOCKS), rng.randint(1, 8)
    pids = [rng.randint(100, 5000) * 10 for _ in range(rng.randint(1, 4))]
    lines = random_recordings.addresses(rng)
    by_context, damaged = rng.random() < 0.7, rng.random() < 0.3
    step, size = 1000, rng.choice((1, 10, 60))
    body, time = [], 100_000
    for _ in range(rng.randint(1, 4)):
        times = [time + step * number for number in range(size)]
        if not by_context:
            body += switches(rng, pids, cpus, [moment + 500 for moment in times])
        for cpu in range(cpus):
            packets = []
            for moment in times:
                thread = rng.choice(pids) + rng.randrange(3) if by_context else None
                packets += record(rng, lines, ticks(clock, moment + rng.randrange(100)), thread)
            if damaged:
                damage(rng, packets)
            body += [{"kind": "aux", "offset": 0, "size": len(packets), "flags": 0,
                      "time": times[-1] + 600, "cpu": cpu, "pid": pids[0], "tid": pids[0]},
                     trace(cpu, packets, pids[0])]
        body.append({"kind": "round"})
        time = times[-1] + step
    body.append({"kind": "exit", "pid": pids[0], "tid": pids[0], "parent_pid": pids[0],
                 "parent_tid": pids[0], "time": time})
    return {"events": rng.choice(([ARM_SPE], [ARM_SPE, DUMMY])), "features": features(rng),
            "records": [*beginning(rng, pids, clock), *body]}
