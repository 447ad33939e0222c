// The report, with what the views ask of it again and again.

class Model {
  constructor(data) {
    this.report = data.report;
    this.patches = data.patches;
    this.excerpts = data.excerpts;
    this.leftOut = data.left_out;
    this.pictures = data.pictures;
    this.prices = data.prices;
    this.lines = data.report.lines;
    this.findings = data.report.findings;
    this.contended = contendedWord(data.report.source.by_clock);
    this.findings.forEach((finding, at) => {
      finding.title = data.titles[at];
      finding.patch = data.patches[at];
      finding.time = data.times[at];
      finding.pictures = data.pictures.findings[at];
    });
    this.linesAt = new Map();
    for (const line of this.lines)
      this.linesAt.set(line.address, [...(this.linesAt.get(line.address) || []), line]);
    this.threads = threadsOf(this.lines);
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

const dataName = (access) => {
  const label = plain(access.object.label) + (access.object.index === null ? '' : '[' + access.object.index + ']');
  return access.member ? (label ? label + '.' : '') + access.member : label || 'unknown';
};
