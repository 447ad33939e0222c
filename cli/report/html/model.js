// The report, with what the views ask of it again and again.

class Model {
  constructor(data) {
    this.report = data.report;
    this.patches = data.patches;
    this.excerpts = data.excerpts;
    this.leftOut = data.left_out;
    this.lines = data.report.lines;
    this.findings = data.report.findings;
    this.findings.forEach((finding, at) => {
      finding.title = data.titles[at];
      finding.patch = data.patches[at];
    });
    this.linesAt = new Map();
    for (const line of this.lines)
      this.linesAt.set(line.address, [...(this.linesAt.get(line.address) || []), line]);
    this.threads = threadsOf(this.lines);
    this.parts = new Map(data.report.topology.map((cpu) => [cpu.cpu, cpu]));
  }

  linesOf(finding) {
    return finding.lines.flatMap((address) => this.linesAt.get(address) || []).sort((a, b) => a.rank - b.rank);
  }

  findingOf(line) {
    return this.findings.filter((finding) => finding.lines.includes(line.address));
  }

  // How many accesses of the line are not in the page.
  accessesLeftOut(line) {
    const whole = this.leftOut.accesses[line.rank];
    return whole === undefined ? 0 : whole - line.accesses.length;
  }
}

// tid -> {pid, tid, comm, samples}
function threadsOf(lines) {
  const threads = new Map();
  for (const line of lines)
    for (const access of line.accesses) {
      const thread = threads.get(access.tid) || {pid: access.pid, tid: access.tid, comm: access.comm, samples: 0};
      thread.samples += access.count;
      threads.set(access.tid, thread);
    }
  return threads;
}

function sum(elements, value) {
  return elements.reduce((total, element) => total + value(element), 0);
}

// Groups in the order of first appearance: key -> elements.
function groupBy(elements, key) {
  const groups = new Map();
  for (const element of elements) {
    const own = key(element);
    if (!groups.has(own))
      groups.set(own, []);
    groups.get(own).push(element);
  }
  return groups;
}

const isStore = (access) => access.op === 'store';
const stores = (accesses) => sum(accesses, (access) => isStore(access) ? access.count : 0);
const loads = (accesses) => sum(accesses, (access) => isStore(access) ? 0 : access.count);
const contended = (accesses) => sum(accesses, (access) => access.contended);
const cycles = (accesses) => sum(accesses, (access) => access.latency);

// Who uses a line: threads or CPUs, those first that store most. Each has a letter and a colour; only
// writers count for the colours of bytes.
function usersOf(accesses, byCpu) {
  const key = byCpu ? (access) => access.cpu === null ? 'unknown' : access.cpu : (access) => access.tid;
  const users = [...groupBy(accesses, key)].map(([id, own]) => ({
    id, accesses: own, stores: stores(own), loads: loads(own), contended: contended(own),
    name: byCpu ? 'CPU ' + id : (own[0].comm ? own[0].comm + '/' : 'thread ') + id}));
  users.sort((a, b) => b.stores - a.stores || b.contended - a.contended || b.loads - a.loads);
  users.forEach((user, at) => {
    user.letter = letterOf(at);
    user.colour = 'who' + at % 8;
  });
  return users;
}

// The bytes of the line that an access touches; one byte if its size is not known.
function bytesOf(access, lineSize) {
  const size = access.size || 1;
  return [access.offset, Math.min(lineSize, access.offset + size)];
}

const dataName = (access) => {
  const label = access.object.label + (access.object.index === null ? '' : '[' + access.object.index + ']');
  return access.member ? (label ? label + '.' : '') + access.member : label || 'unknown';
};
