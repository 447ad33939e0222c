// Memory of NUMA nodes: whose loads went to another node, and where lines and pages live.

const knownWords = {'physical-address': 'its physical address', loads: 'local and remote loads', 'first-touch': 'the first store'};

function placementView(finding) {
  const placement = finding.placement;
  if (!placement)
    return null;
  return section('Pages', el('dl', {class: 'facts'},
    fact('Home', placement.node === null ? placement.spread ? 'spread over several nodes' : 'not known' : 'node ' + placement.node),
    fact('Pages seen', grouped(placement.pages)),
    fact('Loaded from several nodes', grouped(placement.shared_pages)),
    fact('Home known by', Object.entries(placement.known_by).filter(([, pages]) => pages)
      .map(([word, pages]) => knownWords[word] + ' (' + counted(pages, 'page') + ')').join(', ') || 'nothing')));
}

function memoryView(model) {
  const numa = model.report.summary.numa;
  const placed = model.findings.filter((finding) => finding.placement);
  return [el('h1', {tabindex: '-1'}, 'Memory'),
    el('dl', {class: 'facts'}, fact('NUMA nodes', numa.nodes || 'not recorded'),
      fact('Loads that missed the L3', grouped(numa.l3_missing_loads)),
      fact('From memory', grouped(numa.local_dram) + ' of the own node, ' + grouped(numa.remote_dram) + ' of another'),
      fact('From caches of another node', grouped(numa.remote_cache)),
      fact('Remote share', numa.blind ? 'not known: the recording does not tell local memory from remote' : percent(numa.remote_share))),
    model.pictures.memory && section('By node', shownFigure(model.pictures.memory)),
    placed.length > 0 && section('Pages by object', dataTable('Objects whose pages are remote', [
      {head: 'Finding', cell: (one) => view(hashOf(one), {}, one.title), value: (one) => one.title},
      {head: 'Node', cell: (one) => one.placement.node === null ? '' : one.placement.node},
      {head: 'Pages', number: true, cell: (one) => grouped(one.placement.pages), value: (one) => one.placement.pages},
      {head: 'From several nodes', number: true, cell: (one) => grouped(one.placement.shared_pages), value: (one) => one.placement.shared_pages},
      {head: 'Local', number: true, cell: (one) => grouped(one.cost.local), value: (one) => one.cost.local},
      {head: 'Remote', number: true, cell: (one) => grouped(one.cost.remote), value: (one) => one.cost.remote}], placed)),
    numa.unnamed.code.length > 0 && section('Memory without a name', dataTable('Code that loads it', [
      {head: 'Function', cell: (code) => code.function || lastPart(code.module), value: (code) => code.function}, {head: 'Place', cell: placeText},
      {head: 'Local', number: true, cell: (code) => grouped(code.local), value: (code) => code.local},
      {head: 'Remote', number: true, cell: (code) => grouped(code.remote), value: (code) => code.remote},
      {head: 'Share', number: true, cell: (code) => percent(code.share), value: (code) => code.share}], numa.unnamed.code))];
}
