// Where the numbers come from: the recording, its totals, and what to mind.

function recordingFacts(model) {
  const report = model.report, source = report.source, summary = report.summary;
  const span = source.first_time === null ? null : (source.last_time - source.first_time) / 1e6;
  return el('dl', {class: 'facts'}, fact('Recording', source.path), fact('Host', [source.hostname, source.os_release].filter(Boolean).join(', ')),
    fact('Processor', source.cpu + ', ' + source.arch + ', ' + counted(source.cpus_online, 'CPU')),
    fact('Command', source.command_line.join(' ')), fact('Events', source.events.join(', ')),
    span !== null && fact('Duration', span.toFixed(1) + ' ms between the first sample and the last'),
    fact('Samples', counted(summary.samples, 'sample') + ', ' + grouped(source.lost_samples) + ' lost'),
    fact('Line size', bytesText(source.line_size) + (source.line_size_assumed ? ' (assumed)' : '')),
    fact('Lines', counted(report.lines.length, 'contended line') + ' of ' + grouped(summary.lines_seen) + ' seen'),
    fact('Named', summary.contended_samples ? percent(summary.named_samples / summary.contended_samples) + ' of ' +
      counted(summary.contended_samples, 'contended sample') : 'nothing to name'),
    report.sources && fact('Sources', report.sources.path + ', ' + counted(report.sources.units, 'unit')),
    model.prices && fact('Prices', model.prices),
    fact('Written by', report.tool.name + ' ' + report.tool.version));
}

// What is counted, by name; without what is 0.
function countTable(caption, what, counts) {
  return dataTable(caption, [{head: what, cell: ([name]) => name, value: ([name]) => name},
    {head: 'Count', number: true, cell: ([, count]) => grouped(count), value: ([, count]) => count}],
  Object.entries(counts).filter(([, count]) => count));
}

function recordingView(model) {
  const report = model.report;
  return [el('h1', {tabindex: '-1'}, 'Recording'), recordingFacts(model),
    report.notes.length > 0 && section('Notes', el('ul', {}, report.notes.map((note) => el('li', {}, note)))),
    section('Samples', countTable('Samples by where the data came from, each in one class', 'Class', report.classes)),
    section('Totals', countTable("Counters by perf's names", 'Counter', report.totals))];
}
