// A map of the contention: module, object, member, each as wide as its part.

const mapWidth = 900, mapRow = 34, narrowest = 2;

const mapValues = [['contended', 'contended samples'], ['cycles', 'cycles of sampled loads'], ['stores', 'stores']];
const mapCounts = {contended: (access) => access.contended, cycles: (access) => access.latency, stores: storesOf};

function moduleOf(line, access) {
  const kinds = {heap: 'heap', stack: 'stacks', tls: 'thread-local'};
  return kinds[access.object.kind] || lastPart(line.mapping) || 'unknown';
}

// name -> {value, children}, three levels deep; the widest first.
function mapTree(lines, value) {
  const root = {name: 'all', value: 0, children: new Map()};
  for (const line of lines)
    for (const access of line.accesses) {
      const count = value(access);
      if (!count)
        continue;
      let node = root;
      node.value += count;
      for (const name of [moduleOf(line, access), access.object.label || 'unknown', access.member || 'whole']) {
        if (!node.children.has(name))
          node.children.set(name, {name, value: 0, children: new Map(), line});
        node = node.children.get(name);
        node.value += count;
      }
    }
  return root;
}

const widestFirst = (node) => [...node.children.values()].sort((a, b) => b.value - a.value);

function drawMap(root, open) {
  const picture = svg('svg', {viewBox: '0 0 ' + mapWidth + ' ' + 3 * mapRow, width: mapWidth, height: 3 * mapRow});
  let left = 0;
  function draw(node, x, depth, colour) {
    for (const [at, child] of widestFirst(node).entries()) {
      const width = child.value / root.value * mapWidth, own = depth === 1 ? 'who' + at % 8 : colour;
      if (width < narrowest) {
        left += child.value;
        continue;
      }
      const room = Math.floor((width - 8) / strip.character);
      append(picture, [svg('g', {class: 'tile', click: () => open(child)},
        svg('rect', {class: depth === 0 ? 'frame' : own, x: x + 0.5, y: depth * mapRow + 1, width: width - 1, height: mapRow - 2, rx: 2}, svg('title', {}, child.name + ': ' + grouped(child.value) + ', ' + percent(child.value / root.value))),
        room > 1 && svg('text', {x: x + 5, y: depth * mapRow + 21, class: depth === 0 ? 'name' : 'letter'}, shortened(child.name, room)))]);
      draw(child, x, depth + 1, own);
      x += width;
    }
  }
  draw(root, 0, 0, '');
  return {picture, left};
}

function mapTable(root) {
  const rows = widestFirst(root).flatMap((module) => widestFirst(module).flatMap((object) =>
    widestFirst(object).map((member) => ({module, object, member}))));
  return dataTable('Contention by module, object and member', [
    {head: 'Module', cell: (row) => row.module.name, value: (row) => row.module.name},
    {head: 'Object or type', cell: (row) => row.object.name, value: (row) => row.object.name},
    {head: 'Member', cell: (row) => view('line-' + row.member.line.rank, {}, row.member.name), value: (row) => row.member.name},
    {head: 'Count', number: true, cell: (row) => grouped(row.member.value), value: (row) => row.member.value},
    {head: 'Share', number: true, cell: (row) => percent(row.member.value / root.value), value: (row) => row.member.value}], rows);
}

function mapView(model) {
  const place = el('div');
  let by = 'contended';
  function show() {
    const root = mapTree(model.lines.filter(passesLine), mapCounts[by]);
    const open = (node) => {
      filters.text = node.name;
      location.hash = '#lines';
    };
    if (!root.value) {
      place.replaceChildren(el('p', {}, 'Nothing to draw: no such samples pass the filters.'));
      return;
    }
    const {picture, left} = drawMap(root, open);
    place.replaceChildren(figure('Map of contention: module, object, member', picture, mapTable(root)),
      el('p', {class: 'legend'}, 'Rows: module, object or type, member; width: part of the ' + mapValues.find(([word]) => word === by)[1] +
        '. A click shows the lines. ' + (left ? 'Too narrow to draw: ' + percent(left / root.value) + '; the table has all.' : '')));
  }
  show();
  return [el('h1', {tabindex: '-1'}, 'Map of contention'), filterBar(model, show, true),
    el('p', {class: 'controls'}, chooser('Width', mapValues, by, (value) => {
      by = value;
      show();
    })), place];
}
