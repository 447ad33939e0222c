// The list of findings, and how a finding is told in a few words.

const sharingWords = {'false': 'false sharing', 'true': 'true sharing', 'mixed': 'false and true sharing',
  'first-touch': 'memory of one node'};

function costText(finding) {
  const cost = finding.cost;
  if (finding.verdict === 'latent')
    return 'seen in the sources, not measured';
  const of = cost.base === 'cpu-time' ? 'CPU time' : 'sampled cycles';
  const words = (share) => percent(share.value) + ' of ' + of + ' (95% sure: ' + percent(share.low) + ' to ' + percent(share.high) + ')';
  return [cost.share && words(cost.share), cost.store_share && 'stores waited for ' + words(cost.store_share)].filter(Boolean).join(', ') ||
    cost.unknown || 'unknown';
}

/// What loads and stores waited, as a share.
const waited = (cost) => Math.min(1, [cost.share, cost.store_share].reduce((sum, share) => sum + (share ? share.value : 0), 0));

function badges(finding) {
  return [badge(sharingWords[finding.sharing], finding.sharing), ' ',
    finding.conflict && [badge(finding.conflict), ' '],
    badge(finding.verdict, finding.verdict), ' ',
    badge(finding.confidence + ' confidence', finding.confidence)];
}

const hashOf = (finding) => 'finding-' + finding.fingerprint;

function findingColumns(contended) {
  return [
    {head: '#', number: true, cell: (one) => one.rank, value: (one) => -one.rank},
    {head: 'Finding', cell: (one) => [view(hashOf(one), {class: 'title'}, one.title), el('div', {class: 'message'}, one.message),
      el('div', {}, badges(one))], value: (one) => one.title},
    {head: 'Cost', cell: (one) => [waited(one.cost) > 0 && bar(waited(one.cost)), el('div', {class: 'cost'}, costText(one)),
      one.time && el('div', {class: 'cost'}, one.time)],
      value: (one) => waited(one.cost)},
    {head: contended, number: true, cell: (one) => grouped(one.cost.hitm), value: (one) => one.cost.hitm},
    {head: 'Lines', number: true, cell: (one) => grouped(one.lines.length), value: (one) => one.lines.length},
    {head: 'Place', cell: (one) => placeText(one.location), value: (one) => placeText(one.location)}];
}

function findingsView(model) {
  const list = el('div', {'aria-live': 'polite'});
  function show() {
    const passing = model.findings.filter((finding) => passesFinding(model, finding));
    list.replaceChildren(el('p', {class: 'count'}, passing.length === model.findings.length
      ? counted(passing.length, 'finding')
      : grouped(passing.length) + ' of ' + counted(model.findings.length, 'finding')),
    passing.length ? dataTable('Findings, the most costly first', findingColumns(model.contended), passing)
      : el('p', {}, model.findings.length ? 'No finding passes the filters.' : nothingFound(model)));
  }
  show();
  return [el('h1', {tabindex: '-1'}, 'Findings'), ...headNotes(model), filterBar(model, show, false), list];
}

function nothingFound(model) {
  return model.lines.length ? 'No findings; the contended lines are under Lines.'
    : 'No contended cachelines were seen.';
}

// What a reader must know before any number.
function headNotes(model) {
  const left = model.leftOut, notes = [];
  if (model.report.source.simulated)
    notes.push(el('p', {class: 'notice'}, badge('SIMULATED', 'medium'),
      ' Caches were modelled; no hardware counted these samples.'));
  if (model.report.source.by_clock)
    notes.push(el('p', {class: 'notice'}, badge('ESTIMATED', 'medium'),
      ' A clock\'s samples and the code around them tell of waits; no accesses were counted.'));
  const parts = [left.lines && counted(left.lines, 'line'), left.findings && counted(left.findings, 'finding'),
    left.pictures && 'the pictures of ' + grouped(left.pictures) + ' lines and findings',
    Object.keys(left.accesses).length && 'the accesses of ' + counted(Object.keys(left.accesses).length, 'line') + ' in part']
    .filter(Boolean);
  if (parts.length)
    notes.push(el('p', {class: 'notice'}, 'To keep this page small it leaves out ' + parts.join(', ') +
      '. All of it is in fsfind report --format=json; --pid, --tid, --comm and --lines choose what matters.'));
  return notes;
}
