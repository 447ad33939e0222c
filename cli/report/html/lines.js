// The table of contended lines.

// What lies on a line, elements of an array as one.
function dataOf(line) {
  return [...new Set(line.accesses.map((access) => {
    const label = plain(access.object.label) + (access.object.index === null ? '' : '[]');
    return access.member ? (label ? label + '.' : '') + access.member : label || 'unknown';
  }))];
}

function lineColumns(contended) {
  const number = (head, value) => ({head, number: true, cell: (line) => grouped(value(line)), value});
  return [
    {head: '#', number: true, cell: (line) => line.rank, value: (line) => -line.rank},
    {head: 'Cacheline', cell: (line) => view('line-' + line.rank, {class: 'address'}, line.address), value: (line) => line.address.padStart(20)},
    {head: contended, number: true, cell: (line) => [bar(line.hitm_share), ' ', percent(line.hitm_share)], value: (line) => line.hitm_share},
    number('Local', (line) => line.lcl_hitm), number('Remote', (line) => line.rmt_hitm),
    number('Samples', (line) => line.samples), number('Stores', (line) => line.stores),
    number('Threads', (line) => new Set(line.accesses.map((access) => access.tid)).size),
    {head: 'Sharing', cell: (line) => line.sharing || '', value: (line) => line.sharing || ''},
    {head: 'Data', cell: (line) => line.accesses.length ? someOf(dataOf(line), 3) : 'left out', value: (line) => dataOf(line)[0] || ''}];
}

function linesView(model) {
  const list = el('div', {'aria-live': 'polite'});
  function show() {
    const passing = model.lines.filter(passesLine);
    list.replaceChildren(el('p', {class: 'count'}, passing.length === model.lines.length ? counted(passing.length, 'line')
      : grouped(passing.length) + ' of ' + counted(model.lines.length, 'line')),
    passing.length ? dataTable('Contended cachelines', lineColumns(model.contended), passing) : el('p', {}, 'No line passes the filters.'));
  }
  show();
  return [el('h1', {tabindex: '-1'}, 'Contended lines'), filterBar(model, show, true), list];
}
