// Who takes lines from whom: between CPUs, caches, sockets and nodes.

const partsDrawn = 48, arcsDrawn = 80;
const levels = [['cpu', 'CPU'], ['l3', 'L3 cache'], ['socket', 'socket'], ['node', 'NUMA node']];

// Contended samples by writing and by reading CPU. Recordings do not tell whose store took the line
// away; as in the finding's cost, each sample is given to the CPUs on which other threads write the
// line, in proportion to their stores.
function transfersOf(lines) {
  const pairs = new Map();
  for (const line of lines) {
    const known = line.accesses.filter((access) => access.cpu !== null);
    const written = known.filter(isStore).length ? known.filter(isStore) : known;
    for (const reader of known.filter((access) => access.contended)) {
      const others = written.filter((writer) => writer.tid !== reader.tid);
      const whole = sum(others, (writer) => writer.count);
      for (const writer of others) {
        const key = writer.cpu + ' ' + reader.cpu;
        const pair = pairs.get(key) || {from: writer.cpu, to: reader.cpu, count: 0};
        pair.count += reader.contended * writer.count / whole;
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.values()];
}

// The same between parts of the machine; null where a part is not recorded.
function betweenParts(model, pairs, level) {
  const part = (cpu) => {
    if (level === 'cpu')
      return cpu;
    const parts = model.parts.get(cpu);
    return parts ? parts[level] : null;
  };
  const groups = groupBy(pairs, (pair) => part(pair.from) + ' ' + part(pair.to));
  return [...groups.values()].map((same) => ({from: part(same[0].from), to: part(same[0].to),
    count: sum(same, (pair) => pair.count)})).filter((pair) => pair.from !== null && pair.to !== null)
    .sort((a, b) => b.count - a.count);
}

function distanceOf(model, a, b) {
  const left = model.parts.get(a), right = model.parts.get(b);
  if (a === b)
    return 'same CPU';
  if (!left || !right || left.socket === null || right.socket === null)
    return 'distance not known';
  if (left.socket !== right.socket)
    return 'another socket';
  if (left.core !== null && left.core === right.core)
    return 'same core';
  return left.l3 !== null && left.l3 === right.l3 ? 'same L3' : 'same socket';
}

// CPUs in the order of the machine, so that neighbours stand beside each other.
function ordered(model, level, pairs) {
  const used = [...new Set(pairs.flatMap((pair) => [pair.from, pair.to]))];
  const place = (cpu) => {
    const parts = model.parts.get(cpu);
    return level !== 'cpu' || !parts ? [cpu] : [parts.node, parts.socket, parts.l3, parts.core, cpu];
  };
  return used.sort((a, b) => {
    const left = place(a), right = place(b);
    const at = left.findIndex((part, i) => part !== right[i]);
    return at < 0 ? 0 : left[at] - right[at];
  });
}

const arcPlace = {step: 56, box: 34, side: 30, height: 24};

function arcOf(pair, x, middle, most, kind, title) {
  const from = x(pair.from), to = x(pair.to), up = to >= from ? -1 : 1;
  const height = pair.from === pair.to ? 30 : Math.min(95, 16 + Math.abs(to - from) * 0.32);
  const edge = middle + up * arcPlace.height / 2, shift = pair.from === pair.to ? 9 : 3;
  const path = pair.from === pair.to
    ? ['M', from - shift, edge, 'C', from - 14, edge - height, from + 14, edge - height, from + shift, edge]
    : ['M', from - up * shift, edge, 'C', from, edge + up * height, to, edge + up * height, to + up * shift, edge];
  return svg('path', {class: 'arc ' + kind, d: path.join(' '), 'stroke-width': 0.5 + 5 * pair.count / most,
    'marker-end': 'url(#arrow)'}, svg('title', {}, title));
}

function drawTransfers(model, level, levelName, pairs) {
  const parts = ordered(model, level, pairs).slice(0, partsDrawn);
  const width = Math.max(260, 2 * arcPlace.side + (parts.length - 1) * arcPlace.step + arcPlace.box);
  const x = (part) => arcPlace.side + arcPlace.box / 2 + parts.indexOf(part) * arcPlace.step;
  const middle = 108, height = 2 * middle + 26, most = pairs.length ? pairs[0].count : 1;
  const picture = svg('svg', {viewBox: '0 0 ' + width + ' ' + height, width, height},
    svg('defs', {}, svg('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 8, markerHeight: 8,
      markerUnits: 'userSpaceOnUse', orient: 'auto'}, svg('path', {class: 'arrowhead', d: 'M0 0L8 4L0 8z'}))));
  if (level === 'cpu')
    append(picture, [nodeFrames(model, parts, x, middle)]);
  for (const pair of pairs.filter((one) => parts.includes(one.from) && parts.includes(one.to)).slice(0, arcsDrawn))
    append(picture, [arcOf(pair, x, middle, most, level === 'cpu' ? kindOf(distanceOf(model, pair.from, pair.to)) : 'near',
      levelName + ' ' + pair.from + ' to ' + pair.to + ': ' + grouped(pair.count) + ' contended samples')]);
  for (const part of parts)
    append(picture, [svg('rect', {class: 'part', x: x(part) - arcPlace.box / 2, y: middle - arcPlace.height / 2,
      width: arcPlace.box, height: arcPlace.height, rx: 3}),
    svg('text', {x: x(part), y: middle + 4, 'text-anchor': 'middle', class: 'name'}, part)]);
  return picture;
}

function kindOf(distance) {
  return distance === 'another socket' ? 'far' : 'near';
}

// A frame around the CPUs of each node, or socket where nodes are not known.
function nodeFrames(model, parts, x, middle) {
  const group = ['node', 'socket'].find((one) => parts.every((cpu) => model.parts.get(cpu) && model.parts.get(cpu)[one] !== null));
  if (!group)
    return [];
  return [...groupBy(parts, (cpu) => model.parts.get(cpu)[group])].map(([number, cpus]) => {
    const left = x(cpus[0]) - arcPlace.step / 2 + 1, right = x(cpus[cpus.length - 1]) + arcPlace.step / 2 - 1;
    return [svg('rect', {class: 'frame', x: left, y: 2, width: right - left, height: 2 * middle + 20, rx: 5}),
      svg('text', {x: left + 6, y: 2 * middle + 17, class: 'ruler'}, group + ' ' + number)];
  });
}

function transferTable(model, level, levelName, pairs) {
  const whole = sum(pairs, (pair) => pair.count);
  return dataTable('Contended samples by who wrote and who read', [
    {head: 'From ' + levelName, cell: (pair) => pair.from, value: (pair) => pair.from},
    {head: 'To ' + levelName, cell: (pair) => pair.to, value: (pair) => pair.to},
    ...(level === 'cpu' ? [{head: 'Distance', cell: (pair) => distanceOf(model, pair.from, pair.to)}] : []),
    {head: 'Samples', number: true, cell: (pair) => pair.count.toFixed(1), value: (pair) => pair.count},
    {head: 'Share', number: true, cell: (pair) => percent(pair.count / whole), value: (pair) => pair.count}], pairs);
}

function transfersView(model, lines) {
  const pairs = transfersOf(lines);
  const known = levels.filter(([level]) => betweenParts(model, pairs, level).length);
  if (!known.length)
    return el('p', {}, 'The recording does not tell which CPUs contend.');
  const place = el('div');
  function show(level) {
    const name = levels.find(([word]) => word === level)[1], between = betweenParts(model, pairs, level);
    const parts = new Set(between.flatMap((pair) => [pair.from, pair.to])).size;
    place.replaceChildren(figure('Transfers between the parts of the machine: ' + name,
      drawTransfers(model, level, name, between), transferTable(model, level, name, between)),
    parts > partsDrawn || between.length > arcsDrawn
      ? el('p', {class: 'legend'}, 'Drawn are the first ' + partsDrawn + ' of ' + counted(parts, 'part') + ' and the ' + arcsDrawn +
        ' most frequent of ' + counted(between.length, 'pair') + '; the table has all.') : '');
  }
  show('cpu');
  return [el('p', {class: 'controls'}, chooser('Between', known, 'cpu', show), el('span', {class: 'legend'},
    'from the writer to the reader, above to the right, below to the left; thicker: more often; dashed: to another socket. ' +
    'Each contended sample is shared among the other threads that write the line, by their stores.')), place];
}
