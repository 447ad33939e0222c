// One finding, or one line, with all that the report knows of it.

const linesOffered = 200;

const distanceWords = {'same-cpu': 'on the same CPU', 'smt-sibling': 'on the same core', 'same-l3': 'behind the same L3',
  'same-socket': 'on the same socket', 'other-socket': 'on another socket', unknown: 'at unknown distance'};

function fact(name, ...value) {
  return [el('dt', {}, name), el('dd', {}, ...value)];
}

function gainText(cost) {
  if (!cost.gain)
    return cost.share ? 'not known: at most the cost' : 'not known';
  return percent(cost.gain.value) + ' (' + percent(cost.gain.low) + ' to ' + percent(cost.gain.high) + '); a contended load took ' +
    cost.gain.contended_latency.toFixed(0) + ' cycles, one without contention ' + cost.gain.hit_latency.toFixed(0);
}

function costFacts(finding) {
  const cost = finding.cost;
  const near = Object.entries(cost.distances).filter(([, share]) => share >= 0.005);
  return el('dl', {class: 'facts'}, fact('Cost', costText(finding)),
    finding.time && fact('Time', finding.time),
    cost.share && fact('Gain', gainText(cost)),
    cost.local + cost.remote > 0 && fact(finding.placement ? 'Loads from memory' : 'Contended samples',
      grouped(cost.local) + ' local, ' + grouped(cost.remote) + ' remote'),
    near.length > 0 && fact('Writers are', near.map(([word, share]) => percent(share) + ' ' + distanceWords[word]).join(', ')),
    cost.false_part && fact('False part', percent(cost.false_part.share) + ' of the contended loads met a write to other bytes' +
      (cost.false_part.estimated ? ' (estimated by who stores where)' : '')),
    cost.spin_share && fact('Waits', 'at least ' + percent(cost.spin_share) + ' of the contended loads only wait, in a loop, for what another ' +
      'thread writes'),
    finding.alternation && fact('Back and forth', finding.alternation.replace('-', ' ')),
    finding.record && fact('Record', finding.record.name + ', ' + bytesText(finding.record.size) +
      (finding.record.file ? ', ' + placeText(finding.record) : '')),
    fact('Rule', el('code', {}, finding.rule), ' — fsfind explain ', finding.rule),
    finding.missing.length > 0 && fact('Not shown by sources', finding.missing.map((one) => one.link + ': ' + one.reason).join('; ')));
}

function memberTable(finding) {
  const users = (names) => someOf(names, 6);
  return section('Members', dataTable('Members that fight', [
    {head: 'Member', cell: (member) => member.path, value: (member) => member.path},
    {head: 'Offset', number: true, cell: (member) => member.offset, value: (member) => member.offset},
    {head: 'Bytes', number: true, cell: (member) => member.size || '?', value: (member) => member.size},
    {head: contendedWord(finding.cost.base === 'clock-time'), number: true, cell: (member) => grouped(member.hitm), value: (member) => member.hitm},
    {head: 'Written by', cell: (member) => users([...member.written_by, ...member.writers])},
    {head: 'Read by', cell: (member) => users([...member.read_by, ...member.readers])},
    {head: 'Declared', cell: (member) => placeText(member)}], finding.members));
}

function evidenceView(finding) {
  if (!finding.sides.length && !finding.related.length)
    return null;
  return section('Evidence',
    finding.sides.length > 0 && el('ul', {}, finding.sides.map((side) => el('li', {}, badge(side.verdict, side.verdict), ' ', side.message))),
    finding.related.length > 0 && el('ul', {}, finding.related.map((place) => el('li', {}, plain(place.message) + ': ' + placeText(place)))));
}

function lineFacts(model, line) {
  const left = model.accessesLeftOut(line);
  return [el('p', {}, counted(line.samples, 'sample') + ', ' + grouped(line.tot_hitm) + ' ' + model.contended + ', ' + counted(line.readers, 'reader thread') + ', ' +
    counted(line.writers, 'writer thread') + (line.sharing ? ', ' + sharingWords[line.sharing] : '') +
    (line.transfers === null ? '' : ', taken from another core at least ' + grouped(line.transfers) + ' times') +
    (line.home === null ? '' : ', memory of node ' + line.home) + ', ' + (line.mapping || 'no mapping')),
  left > 0 && el('p', {class: 'notice'}, 'Of the accesses to this line ' + grouped(left) + ' are not in this page; fsfind report --format=json has them.')];
}

function lineBody(model, line) {
  if (!line.accesses.length)
    return [lineFacts(model, line)];
  const pictures = model.pictures.lines[line.rank];
  return [lineFacts(model, line), pictures
    ? figureChoice('Show use by', [['thread', 'thread', pictures.thread], ['cpu', 'CPU', pictures.cpu],
      ['time', 'time', pictures.time]].filter(([, , drawn]) => drawn))
    : el('p', {class: 'notice'}, leftOutText)];
}

function cachelines(model, lines) {
  const place = el('div');
  const show = (at) => place.replaceChildren(...[lineBody(model, lines[at])].flat(Infinity).filter(Boolean));
  show(0);
  return section(counted(lines.length, 'cacheline'), lines.length > 1 && el('p', {class: 'controls'}, chooser('Line',
    lines.slice(0, linesOffered).map((line, at) => [String(at), '#' + line.rank + ' ' + line.address + ', ' + grouped(line.tot_hitm) + ' ' + model.contended]),
    '0', (at) => show(Number(at))), lines.length > linesOffered && ' and ' + grouped(lines.length - linesOffered) + ' more, under Lines'), place);
}

// Transfers and code of lines; what the page has no accesses of is not shown.
function useOf(model, lines, pictures) {
  const accesses = lines.flatMap((line) => line.accesses);
  if (!accesses.length)
    return [];
  const sites = sitesOf(accesses);
  return [pictures && section('Transfers', transfersView(pictures)),
    section('Code', pictures && pictures.flame && shownFigure(pictures.flame), siteTable(sites), sourceView(model, sites))];
}

function neighbours(model, finding) {
  const at = model.findings.indexOf(finding), before = model.findings[at - 1], after = model.findings[at + 1];
  return el('nav', {class: 'neighbours', 'aria-label': 'Neighbouring findings'},
    before && view(hashOf(before), {id: 'before'}, '← ' + before.rank + '. ' + shortened(before.title, 40)), ' ',
    after && view(hashOf(after), {id: 'after'}, after.rank + '. ' + shortened(after.title, 40) + ' →'));
}

function findingCase(model, finding) {
  const lines = model.linesOf(finding), missing = finding.lines.length - new Set(lines.map((line) => line.address)).size;
  return [neighbours(model, finding), el('h1', {tabindex: '-1'}, finding.rank + '. ' + finding.title), el('p', {}, badges(finding)),
    el('p', {class: 'lead'}, finding.message), costFacts(finding), placementView(finding),
    lines.length > 0 && cachelines(model, lines),
    missing > 0 && el('p', {class: 'legend'}, counted(missing, 'further line') + ' of this finding did not make the list of lines.'),
    adviceView(finding, finding.pictures && finding.pictures.layouts, model.report.source.line_size),
    useOf(model, lines, finding.pictures), memberTable(finding), evidenceView(finding)];
}

function lineCase(model, line) {
  const findings = model.findingOf(line);
  return [el('h1', {tabindex: '-1'}, 'Line #' + line.rank + ' ' + line.address), findings.length > 0 && el('p', {}, 'In ',
    findings.map((finding) => [view(hashOf(finding), {}, finding.rank + '. ' + finding.title), ' '])),
  lineBody(model, line), useOf(model, [line], model.pictures.lines[line.rank])];
}
