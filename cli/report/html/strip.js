// A cacheline as a strip of bytes: what lies on it, who writes which byte, and who uses it how.

const usersDrawn = 16;
const strip = {left: 150, cell: 13, row: 19, right: 200, character: 6.4};

// What lies where on the line: {from, to, name, object, accesses}, by offset. Accesses of several
// members are told of each of their own.
function dataOn(line, lineSize) {
  const spans = [...groupBy(line.accesses, (access) => dataName(access) + ' ' +
    (access.member_size ? memberBegin(line, access) : access.offset))].map(([, accesses]) => {
    const one = accesses[0], from = one.member_size ? memberBegin(line, one) : one.offset;
    const to = from + (one.member_size || one.size || 1);
    return {from: Math.max(0, from), to: Math.min(lineSize, to), name: one.member || one.object.label || '?',
      whole: dataName(one), object: objectSpan(line, one, lineSize), accesses};
  });
  return spans.filter((span) => span.to > span.from).sort((a, b) => a.from - b.from || a.to - b.to);
}

function memberBegin(line, access) {
  const begin = offsetOn(line, access.object.address) + access.member_offset;
  return access.object.size && begin <= access.offset ? begin : access.offset;
}

// Addresses have up to 64 bits, more than a number holds exactly.
function offsetOn(line, address) {
  return Number(BigInt(address) - BigInt(line.address));
}

function objectSpan(line, access, lineSize) {
  const object = access.object;
  if (!object.size || !object.label || !access.member)
    return null;
  const from = offsetOn(line, object.address), to = from + object.size;
  const name = object.label + (object.index === null ? '' : '[' + object.index + ']');
  return to > 0 && from < lineSize ? {name, from: Math.max(0, from), to: Math.min(lineSize, to)} : null;
}

// For each byte of the line how often an access of the list touches it.
function touched(accesses, lineSize, wanted) {
  const counts = new Array(lineSize).fill(0);
  for (const access of accesses) {
    const count = wanted(access), [from, to] = bytesOf(access, lineSize);
    for (let byte = from; count && byte < to; ++byte)
      counts[byte] += count;
  }
  return counts;
}

const storesOf = (access) => isStore(access) ? access.count : 0;
const loadsOf = (access) => isStore(access) ? 0 : access.count;

// The user that writes each byte most; null where nobody does.
function mainWriters(users, lineSize) {
  const most = new Array(lineSize).fill(0), writers = new Array(lineSize).fill(null);
  for (const user of users)
    touched(user.accesses, lineSize, storesOf).forEach((count, byte) => {
      if (count > most[byte]) {
        most[byte] = count;
        writers[byte] = user;
      }
    });
  return writers;
}

class StripPicture {
  constructor(line, lineSize) {
    this.line = line;
    this.lineSize = lineSize;
    this.cell = lineSize > 64 ? strip.cell * 64 / lineSize : strip.cell;
    this.width = strip.left + this.cell * lineSize + strip.right;
    this.height = 0;
    this.parts = [];
  }

  x(byte) {
    return strip.left + byte * this.cell;
  }

  add(...parts) {
    this.parts.push(...parts);
  }

  text(x, words, attributes) {
    this.add(svg('text', {x, y: this.height + 13, ...attributes}, words));
  }

  label(words) {
    this.text(strip.left - 8, shortened(words, 22), {'text-anchor': 'end', class: 'label'});
  }

  next(height) {
    this.height += height || strip.row;
  }

  ruler() {
    this.label('byte');
    const step = this.lineSize > 64 ? 16 : 8;
    for (let byte = 0; byte < this.lineSize; byte += step)
      this.text(this.x(byte), byte, {class: 'ruler'});
    ['loads', 'stores', 'contended'].forEach((head, at) => this.total(at, head, 'ruler'));
    this.next();
  }

  total(at, words, kind) {
    this.text(this.x(this.lineSize) + 50 + at * 71, words, {'text-anchor': 'end', class: kind});
  }

  // A row of named spans. One that begins before another ends goes into the next row.
  spans(label, spans, kind) {
    const rows = [];
    for (const span of spans) {
      const row = rows.find((one) => one[one.length - 1].to <= span.from);
      if (row)
        row.push(span);
      else if (rows.length < 4)
        rows.push([span]);
    }
    rows.forEach((row, at) => {
      if (at === 0)
        this.label(label);
      for (const span of row)
        this.span(span, kind);
      this.next();
    });
  }

  span(span, kind) {
    const width = (span.to - span.from) * this.cell;
    this.add(svg('rect', {class: kind, x: this.x(span.from) + 0.5, y: this.height + 1, width: width - 1,
      height: strip.row - 3, rx: 2}, svg('title', {}, span.name + ', bytes ' + span.from + ' to ' + (span.to - 1))));
    const room = Math.floor((width - 4) / strip.character);
    if (room > 0)
      this.text(this.x(span.from) + width / 2, shortened(span.name, room), {'text-anchor': 'middle', class: 'name'});
  }

  byte(at, kind, letter, title, opacity) {
    this.add(svg('rect', {class: kind, x: this.x(at) + 0.5, y: this.height + 1, width: this.cell - 1,
      height: strip.row - 3, 'fill-opacity': opacity}, svg('title', {}, title)));
    // On long lines a letter is wider than a byte and stands for two.
    const every = this.cell < strip.cell ? 2 : 1;
    if (letter && at % every === 0)
      this.text(this.x(at) + every * this.cell / 2, letter, {'text-anchor': 'middle', class: opacity > 0.55 ? 'letter' : 'letter faint'});
  }

  writers(users) {
    this.label('main writer');
    mainWriters(users, this.lineSize).forEach((user, byte) => user
      ? this.byte(byte, user.colour, user.letter, 'byte ' + byte + ': written most by ' + user.name, 1)
      : this.byte(byte, 'nobody', '', 'byte ' + byte + ': no store seen', 1));
    this.next();
  }

  contention() {
    this.label('contended');
    const counts = touched(this.line.accesses, this.lineSize, (access) => access.contended);
    const most = Math.max(1, ...counts), room = strip.row - 3;
    counts.forEach((count, byte) => {
      const height = count / most * room;
      if (count)
        this.add(svg('rect', {class: 'heat', x: this.x(byte) + 0.5, y: this.height + 1 + room - height,
          width: this.cell - 1, height}, svg('title', {}, 'byte ' + byte + ': ' + counted(count, 'contended sample'))));
    });
    this.next(strip.row + 6);
  }

  user(user, most) {
    this.add(svg('rect', {class: user.colour, x: 2, y: this.height + 3, width: 14, height: 14, rx: 2}));
    this.text(9, user.letter, {'text-anchor': 'middle', class: 'letter'});
    this.label(user.name);
    const written = touched(user.accesses, this.lineSize, storesOf);
    const read = touched(user.accesses, this.lineSize, loadsOf);
    for (let byte = 0; byte < this.lineSize; ++byte)
      if (written[byte] || read[byte])
        this.byte(byte, user.colour, written[byte] ? read[byte] ? 'm' : 'w' : 'r', user.name + ', byte ' + byte + ': ' +
          counted(read[byte], 'load') + ', ' + counted(written[byte], 'store'),
          0.25 + 0.75 * Math.sqrt((written[byte] + read[byte]) / most));
    [user.loads, user.stores, user.contended].forEach((count, at) => this.total(at, grouped(count), 'count'));
    this.next();
  }

  users(users) {
    const drawn = users.slice(0, usersDrawn);
    const most = Math.max(1, ...drawn.flatMap((user) => touched(user.accesses, this.lineSize, (access) => access.count)));
    drawn.forEach((user) => this.user(user, most));
    if (users.length > drawn.length) {
      this.text(strip.left, 'and ' + grouped(users.length - drawn.length) + ' more, in the table', {class: 'label'});
      this.next();
    }
  }

  picture() {
    return svg('svg', {viewBox: '0 0 ' + this.width + ' ' + (this.height + 4), width: this.width, height: this.height + 4},
      ...this.parts);
  }
}

function uniqueSpans(spans) {
  return [...groupBy(spans.filter(Boolean), (span) => span.from + ' ' + span.to + ' ' + span.name).values()]
    .map((same) => same[0]).sort((a, b) => a.from - b.from);
}

function drawStrip(line, lineSize, users) {
  const picture = new StripPicture(line, lineSize), data = dataOn(line, lineSize);
  picture.ruler();
  picture.spans('object', uniqueSpans(data.map((span) => span.object)), 'object');
  picture.spans('member', uniqueSpans(data), 'member');
  picture.writers(users);
  picture.contention();
  picture.users(users);
  return picture.picture();
}

function userTable(users, byCpu) {
  return dataTable(byCpu ? 'By CPU' : 'By thread', [
    {head: 'Letter', cell: (user) => user.letter},
    {head: byCpu ? 'CPU' : 'Thread', cell: (user) => user.name, value: (user) => user.id},
    {head: 'Bytes', cell: (user) => someOf(rangesOf(user.accesses), 6)},
    {head: 'Data', cell: (user) => someOf([...new Set(user.accesses.map(dataName))], 4)},
    {head: 'Loads', number: true, cell: (user) => grouped(user.loads), value: (user) => user.loads},
    {head: 'Stores', number: true, cell: (user) => grouped(user.stores), value: (user) => user.stores},
    {head: 'Contended', number: true, cell: (user) => grouped(user.contended), value: (user) => user.contended}], users);
}

function rangesOf(accesses) {
  return [...new Set(accesses.map((access) => access.offset + '–' + (access.offset + (access.size || 1) - 1)))]
    .sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
}

// The strip with a choice between threads and CPUs.
function stripOf(line, lineSize) {
  const place = el('div');
  function show(by) {
    const byCpu = by === 'cpu', users = usersOf(line.accesses, byCpu);
    place.replaceChildren(figure('Bytes of cacheline ' + line.address + ' with who uses them',
      drawStrip(line, lineSize, users), userTable(users, byCpu)));
  }
  show('thread');
  return [el('p', {class: 'controls'}, chooser('Show use by', [['thread', 'thread'], ['cpu', 'CPU']], 'thread', show),
    el('span', {class: 'legend'}, 'r loads, w stores, m both; stronger colour: more samples; the letter names the writer')),
  place];
}
