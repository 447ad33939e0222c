"""Machines as the kernel shows them: the PMUs that sample memory, in files like those of sysfs and /proc.

Formats and events are those of the kernel's drivers: arch/x86/events/intel/core.c (mem-loads, mem-stores),
arch/x86/events/amd/ibs.c, drivers/perf/arm_spe_pmu.c, arch/powerpc/perf/{power9,power10}-events-list.h.
"""
from dataclasses import dataclass, field

INTEL_FORMAT = {"event": "config:0-7", "umask": "config:8-15", "edge": "config:18", "inv": "config:23",
                "cmask": "config:24-31", "ldlat": "config1:0-15", "offcore_rsp": "config1:0-63",
                "frontend": "config1:0-23", "any": "config:21", "pc": "config:19", "in_tx": "config:32",
                "in_tx_cp": "config:33"}
AMD_FORMAT = {"event": "config:0-7,32-35", "umask": "config:8-15", "edge": "config:18", "inv": "config:23",
              "cmask": "config:24-31"}
IBS_FORMAT = {"cnt_ctl": "config:19", "rand_en": "config:57"}
IBS_FILTER = {"swfilt": "config2:0"}
SPE_FORMAT = {"ts_enable": "config:0", "pa_enable": "config:1", "pct_enable": "config:2", "jitter": "config:16",
              "branch_filter": "config:32", "load_filter": "config:33", "store_filter": "config:34",
              "event_filter": "config1:0-63", "min_latency": "config2:0-11"}
ARM_FORMAT = {"event": "config:0-15", "long": "config1:0"}
POWER_FORMAT = {"event": "config:0-59"}

NEHALEM = {"mem-loads": "event=0x0b,umask=0x10,ldlat=3"}
SANDY_BRIDGE = {"mem-loads": "event=0xcd,umask=0x1,ldlat=3", "mem-stores": "event=0xcd,umask=0x2"}
HASWELL = {"mem-loads": "event=0xcd,umask=0x1,ldlat=3", "mem-stores": "event=0xd0,umask=0x82"}
SAPPHIRE_RAPIDS = SANDY_BRIDGE | {"mem-loads-aux": "event=0x03,umask=0x82"}
GRACEMONT = {"mem-loads": "event=0xd0,umask=0x5,ldlat=3", "mem-stores": "event=0xd0,umask=0x6"}
POWER9 = {"mem-loads": "event=0x34340401e0", "mem-stores": "event=0x343c0401e0"}
POWER10 = {"mem-loads": "event=0x35340401e0", "mem-stores": "event=0x353c0401e0"}


@dataclass
class Pmu:
    format: dict
    events: dict = field(default_factory=dict)


@dataclass
class Machine:
    name: str
    arch: str    # of its perf
    cpuid: str   # by which perf chooses the model's table (PERF_CPUID)
    pmus: dict   # name -> Pmu
    cpuinfo: str
    table: bool = True  # perf has a table of this model

    def boot(self, root, release, paranoid):
        """Another kernel, or another perf_event_paranoid."""
        (root / "proc/sys/kernel").mkdir(parents=True, exist_ok=True)
        (root / "proc/sys/kernel/osrelease").write_text(release + "\n")
        (root / "proc/sys/kernel/perf_event_paranoid").write_text(f"{paranoid}\n")

    def write(self, root):
        """The machine's folder, with its sysfs in `sys`, and a `perf` that can be found."""
        devices = root / "sys/bus/event_source/devices"
        for number, (name, pmu) in enumerate(self.pmus.items()):
            files = {"type": str(number + 20), "cpus": "0-1", "cpumask": "0-1"}
            if name in ("cpu", "ibs_op"):
                del files["cpus"], files["cpumask"]
            files |= {f"format/{key}": value for key, value in pmu.format.items()}
            files |= {f"events/{key}": value for key, value in pmu.events.items()}
            for path, text in files.items():
                (devices / name / path).parent.mkdir(parents=True, exist_ok=True)
                (devices / name / path).write_text(text + "\n")
            (root / "sys/devices").mkdir(exist_ok=True)
            (root / "sys/devices" / name).symlink_to(f"../bus/event_source/devices/{name}")
        for path, text in {"proc/cpuinfo": self.cpuinfo, "bin/perf": "#!/bin/sh"}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text + "\n")
        (root / "bin/perf").chmod(0o755)
        return root


def intel(name, model, events, pmu="cpu"):
    return Machine(name, "x86", f"GenuineIntel-6-{model}", {pmu: Pmu(INTEL_FORMAT, events)},
                   "vendor_id\t: GenuineIntel\nmodel name\t: Intel\nflags\t\t: fpu pebs")


def amd(name, cpuid, table=True, ibs=IBS_FORMAT):
    vendor = cpuid.partition("-")[0]
    return Machine(name, "x86", cpuid, {"cpu": Pmu(AMD_FORMAT), "ibs_op": Pmu(ibs)},
                   f"vendor_id\t: {vendor}\nmodel name\t: {name}\nflags\t\t: fpu ibs", table)


def arm(name, midr, spe=True):
    pmus = {"armv8_pmuv3_0": Pmu(ARM_FORMAT)} | ({"arm_spe_0": Pmu(SPE_FORMAT)} if spe else {})
    return Machine(name, "arm64", f"0x00000000{midr}", pmus, f"CPU part\t: 0x{midr[4:7]}")


def power(name, pvr, events):
    return Machine(name, "powerpc", pvr, {"cpu": Pmu(POWER_FORMAT, events)},
                   f"processor\t: 0\ncpu\t\t: {name} (architected), altivec supported")


HYBRID = intel("alder lake", "97-2", SAPPHIRE_RAPIDS, "cpu_core")
HYBRID.pmus["cpu_atom"] = Pmu(INTEL_FORMAT, GRACEMONT)

MACHINES = [
    intel("nehalem ex", "2E-6", NEHALEM),
    intel("westmere ep", "2C-2", NEHALEM),
    intel("sandy bridge ep", "2D-7", SANDY_BRIDGE),
    intel("ivy bridge ep", "3E-4", SANDY_BRIDGE),
    intel("haswell ep", "3F-2", HASWELL),
    intel("broadwell ep", "4F-1", HASWELL),
    intel("skylake sp", "55-4", HASWELL),
    intel("cascade lake", "55-7", HASWELL),
    intel("ice lake sp", "6A-6", HASWELL),
    intel("sapphire rapids", "8F-8", SAPPHIRE_RAPIDS),
    HYBRID,
    intel("goldmont plus", "7A-8", {}),
    amd("zen 1", "AuthenticAMD-23-1-2"),
    amd("zen 2", "AuthenticAMD-23-31-0"),
    amd("zen 3", "AuthenticAMD-25-1-1"),
    amd("zen 4 of linux 6.14", "AuthenticAMD-25-11-1", ibs=IBS_FORMAT | IBS_FILTER),
    amd("hygon dhyana", "HygonGenuine-24-0-1", table=False),
    arm("cortex a72", "410fd080", spe=False),
    arm("neoverse n1", "410fd0c0"),
    arm("neoverse v1", "410fd400"),
    arm("neoverse n2", "410fd490"),
    power("POWER8", "004d0200", {"mem_access": "event=0x10401e0"}),
    power("POWER9", "004e1202", POWER9),
    power("POWER10", "00800200", POWER10),
]
