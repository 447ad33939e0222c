// What of the report is shown: search and filters, kept while views change.

const filters = {text: '', sharing: '', confidence: '', verdict: '', pid: '', tid: ''};
const confidences = ['low', 'medium', 'high'];
const threadsListed = 500;

function textOfFinding(finding) {
  return [finding.title, finding.message, finding.rule, finding.object.type, finding.location.file,
    ...finding.members.map((member) => member.path),
    ...finding.related.map((place) => placeText(place))].join(' ').toLowerCase();
}

function textOfLine(line) {
  const words = new Set([line.address, line.mapping, line.sharing || '']);
  for (const access of line.accesses)
    [dataName(access), access.object.type, access.symbol, access.file].forEach((word) => words.add(word));
  return [...words].join(' ').toLowerCase();
}

// Texts are joined once, when something is searched for first.
function contains(thing, textOf) {
  if (!filters.text)
    return true;
  thing.searched = thing.searched || textOf(thing);
  return filters.text.toLowerCase().split(/\s+/).every((word) => thing.searched.includes(word));
}

function usedBy(lines) {
  if (!filters.pid && !filters.tid)
    return true;
  return lines.some((line) => line.accesses.some((access) =>
    (!filters.pid || String(access.pid) === filters.pid) && (!filters.tid || String(access.tid) === filters.tid)));
}

function passesFinding(model, finding) {
  return (!filters.sharing || finding.sharing === filters.sharing) &&
    (!filters.verdict || finding.verdict === filters.verdict) &&
    confidences.indexOf(finding.confidence) >= confidences.indexOf(filters.confidence) &&
    contains(finding, textOfFinding) && usedBy(model.linesOf(finding));
}

function passesLine(line) {
  return (!filters.sharing || line.sharing === filters.sharing) && contains(line, textOfLine) && usedBy([line]);
}

function wordsIn(things, word) {
  return [...new Set(things.map(word))].filter(Boolean).sort().map((one) => [one, one]);
}

function threadChoices(model) {
  const threads = [...model.threads.values()].sort((a, b) => b.samples - a.samples);
  return threads.slice(0, threadsListed).map((thread) => [String(thread.tid), thread.tid + ' ' + thread.comm]);
}

function processChoices(model) {
  return [...groupBy([...model.threads.values()], (thread) => thread.pid)].slice(0, threadsListed)
    .map(([pid, threads]) => [String(pid), pid + ' ' + threads[0].comm]);
}

// The row of controls. `changed` is called after each change; `forLines` leaves out what lines do not have.
function filterBar(model, changed, forLines) {
  const search = el('input', {type: 'search', id: 'search', value: filters.text, placeholder: 'name, file, rule',
    input: () => set('text', search.value)});
  function set(name, value) {
    filters[name] = value;
    changed();
  }
  const choice = (label, name, options) => chooser(label, [['', 'all'], ...options], filters[name],
    (value) => set(name, value));
  return el('form', {class: 'filters', role: 'search', submit: (event) => event.preventDefault()},
    el('label', {class: 'choice'}, 'Search ', search),
    choice('Type', 'sharing', wordsIn(forLines ? model.lines : model.findings, (one) => one.sharing)),
    !forLines && chooser('Confidence', [['', 'all'], ['medium', 'medium or high'], ['high', 'high']],
      filters.confidence, (value) => set('confidence', value)),
    !forLines && choice('Verdict', 'verdict', wordsIn(model.findings, (finding) => finding.verdict)),
    choice('Process', 'pid', processChoices(model)),
    choice('Thread', 'tid', threadChoices(model)),
    button('Reset', () => {
      Object.keys(filters).forEach((name) => filters[name] = '');
      route();
    }));
}
