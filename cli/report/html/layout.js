// Layouts before and after advice, drawn on cachelines of the size one chooses.

const layoutWidth = 900;
const lineSizes = [64, 128, 256];
const linesDrawn = 8;

// What advice says of the layout: members of one instance and its size, before and after. Where it
// moves no members, instances get another size, and the finding's own members are drawn in each.
function layoutsOf(finding, advice) {
  if (advice.before.length || advice.after.length)
    return {before: {members: apart(advice.before), size: advice.size_before}, after: {members: apart(advice.after), size: advice.size_after}};
  if (!advice.size_before || !advice.size_after || advice.size_before === advice.size_after)
    return null;
  const members = finding.members.filter((member) => member.size && member.offset + member.size <= advice.size_before);
  return {before: {members, size: advice.size_before}, after: {members, size: advice.size_after}, repeated: true};
}

// Elements of an array have all threads as writers, and yet each thread has its own: there it is the
// elements that are told apart.
function apart(members) {
  return members.map((member) => member.path.startsWith('[') && member.writers.length
    ? {...member, writers: ['users of element ' + member.path]} : member);
}

// The pieces of a layout on lines: {line, from, to, name, writers}. Instances are numbered.
function piecesOf(layout, lineSize, repeated) {
  const instances = repeated ? Math.max(2, Math.min(16, Math.ceil(2 * lineSize / layout.size))) : 1, pieces = [];
  for (let instance = 0; instance < instances; ++instance)
    for (const member of layout.members) {
      const begin = instance * layout.size + member.offset, end = begin + member.size;
      for (let at = begin; at < end;) {
        const line = Math.floor(at / lineSize), to = Math.min(end, (line + 1) * lineSize);
        pieces.push({line, from: at - line * lineSize, to: to - line * lineSize, name: repeated
          ? '[' + instance + '].' + (member.path) : member.path,
        writers: repeated ? ['instance ' + instance] : member.writers});
        at = to;
      }
    }
  return pieces;
}

// Names of who writes, each with its colour and number; those that write the same members are one. Letters
// would be taken for those of the line's strip.
function colourTable(pieces) {
  const names = [...new Set(pieces.filter((piece) => piece.writers.length).map((piece) => piece.writers.join(', ')))];
  return new Map(names.map((name, at) => [name, {colour: 'who' + at % 8, mark: String(at + 1)}]));
}

function drawLayout(pieces, lineSize, colours) {
  const lines = Math.min(linesDrawn, 1 + Math.max(0, ...pieces.map((piece) => piece.line)));
  const left = 64, cell = layoutWidth / lineSize, row = 24, width = left + layoutWidth + 4, height = lines * row + 18;
  const picture = svg('svg', {viewBox: '0 0 ' + width + ' ' + height, width, height});
  for (let byte = 0; byte < lineSize; byte += lineSize / 8)
    append(picture, [svg('text', {x: left + byte * cell, y: 12, class: 'ruler'}, byte)]);
  for (let line = 0; line < lines; ++line)
    append(picture, [svg('text', {x: left - 8, y: 18 + line * row + 15, 'text-anchor': 'end', class: 'label'}, 'line ' + line),
      svg('rect', {class: 'ground', x: left, y: 18 + line * row, width: lineSize * cell, height: row - 4})]);
  for (const piece of pieces.filter((one) => one.line < lines)) {
    const who = colours.get(piece.writers.join(', ')), x = left + piece.from * cell, y = 18 + piece.line * row;
    const wide = (piece.to - piece.from) * cell;
    const words = who ? who.mark + ' ' + piece.name : piece.name, room = Math.floor((wide - 4) / strip.character);
    append(picture, [svg('rect', {class: who ? who.colour : 'unwritten', x: x + 0.5, y, width: Math.max(1, wide - 1), height: row - 4, rx: 2},
      svg('title', {}, piece.name + ', bytes ' + piece.from + ' to ' + (piece.to - 1) + (who ? ', written by ' + piece.writers.join(', ') : ''))),
    room > 0 && svg('text', {x: x + wide / 2, y: y + 14, 'text-anchor': 'middle', class: who ? 'letter' : 'name'}, shortened(words, room))]);
  }
  return picture;
}

// Lines on which several write.
function sharedLines(pieces) {
  return [...groupBy(pieces.filter((piece) => piece.writers.length), (piece) => piece.line).values()]
    .filter((own) => new Set(own.map((piece) => piece.writers.join(', '))).size > 1).length;
}

function layoutTable(pieces) {
  return dataTable('Members by line', [
    {head: 'Line', number: true, cell: (piece) => piece.line}, {head: 'Bytes', cell: (piece) => piece.from + '–' + (piece.to - 1)},
    {head: 'Member', cell: (piece) => piece.name}, {head: 'Written by', cell: (piece) => piece.writers.join(', ')}], pieces);
}

function layoutView(finding, advice, lineSize) {
  const layouts = layoutsOf(finding, advice);
  if (!layouts || !layouts.before.members.length && !layouts.after.members.length)
    return null;
  const place = el('div'), output = el('output', {});
  const slider = el('input', {type: 'range', min: 0, max: lineSizes.length - 1, step: 1,
    value: Math.max(0, lineSizes.indexOf(lineSize)), 'aria-label': 'Bytes of a cacheline', input: () => show()});
  function show() {
    const size = lineSizes[Number(slider.value)];
    output.textContent = bytesText(size);
    slider.setAttribute('aria-valuetext', bytesText(size));
    const pieces = {before: piecesOf(layouts.before, size, layouts.repeated), after: piecesOf(layouts.after, size, layouts.repeated)};
    const colours = colourTable([...pieces.before, ...pieces.after]);
    place.replaceChildren(...['before', 'after'].map((when) => {
      const shared = sharedLines(pieces[when]);
      return el('div', {}, el('h4', {}, when === 'before' ? 'Before' : 'After', ': ', layouts[when].size ? bytesText(layouts[when].size) : 'size not known', ' ',
        shared ? badge(counted(shared, 'line') + ' with several writers', 'high')
          : badge('no line with several writers', 'good')),
      figure('Layout ' + when + ' on lines of ' + bytesText(size), drawLayout(pieces[when], size, colours), layoutTable(pieces[when])));
    }), el('p', {class: 'legend'}, layouts.repeated ? 'Instances stand one after another; the first is taken to begin a line.'
      : [...colours].map(([name, who]) => who.mark + ': ' + name).join('; ')));
  }
  show();
  return el('div', {class: 'layouts'}, el('label', {class: 'choice'}, 'Line size ', slider, ' ', output), place);
}
