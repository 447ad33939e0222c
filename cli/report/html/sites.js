// The code that accesses a line, and its source.

const excerptLines = 160;

// The function that the access's place is in: of an inline chain the author's own.
function functionOf(access) {
  const frame = access.frames.find((one) => one.file === access.file && one.line === access.line) || access.frames[0];
  return frame ? frame.function : access.symbol;
}

function sitesOf(accesses) {
  return [...groupBy(accesses, (access) => [access.file, access.line, access.symbol, access.module].join('\n')).values()]
    .map((own) => ({accesses: own, file: own[0].file, line: own[0].line, module: own[0].module, symbol: own[0].symbol,
      function: functionOf(own[0]),
      contended: contended(own), loads: loads(own), stores: stores(own), cycles: cycles(own),
      threads: new Set(own.map((access) => access.tid)).size, cpus: new Set(own.map((access) => access.cpu)).size,
      data: [...new Set(own.map((access) => access.member || access.object.label || 'unknown'))]}))
    .sort((a, b) => b.contended - a.contended || b.stores - a.stores);
}

const siteName = (site) => placeText(site) || lastPart(site.module) + ' ' + site.accesses[0].module_address;

function siteTable(sites) {
  const number = (head, value) => ({head, number: true, cell: (site) => grouped(value(site)), value});
  return dataTable('Access sites', [
    {head: 'Source', cell: siteName, value: siteName},
    {head: 'Function', cell: (site) => shortened(site.function || '', 80), value: (site) => site.function},
    {head: 'Data', cell: (site) => someOf(site.data, 3)},
    number('Contended', (site) => site.contended), number('Loads', (site) => site.loads),
    number('Stores', (site) => site.stores), number('Cycles', (site) => site.cycles),
    number('Threads', (site) => site.threads), number('CPUs', (site) => site.cpus)], sites);
}

// The numbers of a file's lines in runs without gaps.
function runsOf(numbers) {
  const runs = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run && run[run.length - 1] === number - 1)
      run.push(number);
    else
      runs.push([number]);
  }
  return runs;
}

function codeRow(number, text, use, whole) {
  const share = use && whole.contended ? use.contended / whole.contended : 0;
  const written = use && whole.stores ? use.stores / whole.stores : 0;
  return el('tr', {class: use ? 'used' : null},
    el('td', {class: 'number'}, use ? percent(share) : ''), el('td', {class: 'number'}, use ? percent(written) : ''),
    el('th', {scope: 'row', class: 'number'}, number), el('td', {class: 'code'}, el('code', {}, text)));
}

// The source around the sites that use the line, each line with its shares.
function sourceView(model, sites) {
  const whole = {contended: sum(sites, (site) => site.contended), stores: sum(sites, (site) => site.stores)};
  let room = excerptLines;
  const blocks = [], missing = new Set();
  for (const [file, own] of groupBy(sites.filter((site) => site.line), (site) => site.file)) {
    const texts = model.excerpts[file];
    if (!texts) {
      missing.add(file);
      continue;
    }
    const wanted = Object.keys(texts).map(Number).filter((number) => own.some((site) => Math.abs(site.line - number) <= 5));
    const uses = groupBy(own, (site) => site.line);
    for (const run of runsOf(wanted)) {
      const rows = run.slice(0, room).map((number) => codeRow(number, texts[number], uses.has(number)
        ? {contended: sum(uses.get(number), (site) => site.contended), stores: sum(uses.get(number), (site) => site.stores)} : null,
      whole));
      room -= rows.length;
      if (rows.length)
        blocks.push(el('div', {class: 'source', tabindex: '0', role: 'group', 'aria-label': 'Source ' + file},
          el('table', {}, el('caption', {}, file), el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'contended'),
            el('th', {scope: 'col'}, 'stores'), el('th', {scope: 'col'}, 'line'), el('th', {scope: 'col'}, 'text'))),
          el('tbody', {}, rows))));
    }
  }
  return [blocks, room === 0 && el('p', {class: 'legend'}, 'Further source lines are left out.'),
    missing.size > 0 && el('p', {class: 'legend'}, 'Not at hand when the page was made: ' + someOf([...missing], 4))];
}
