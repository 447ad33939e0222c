// Text and numbers as the page shows them.

// What acts instead of being seen: controls, ends of lines and paragraphs, and marks that change the
// direction of writing (the set of `printable` in cli/terminal). Tabs stay.
const unseen = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function shown(text) {
  return String(text).replace(unseen, '?');
}

// Texts whose names of templates are shorter as authors write them, by the report's own.
let plainTexts = new Map();

function plain(text) {
  return plainTexts.get(text) ?? text;
}

// What contended loads are called: a clock's samples tell that a thread waited, not what served it.
function contendedWord(byClock) {
  return byClock ? 'waits' : 'HITM';
}

function grouped(number) {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function counted(number, noun) {
  return grouped(number) + ' ' + noun + (number === 1 ? '' : 's');
}

// A share from 0 to 1 as a percentage; what is not zero never reads as zero.
function percent(share) {
  if (share > 0 && share < 0.0005)
    return '<0.1%';
  return (100 * share).toFixed(1) + '%';
}

// Bytes as people say them.
function bytesText(count) {
  return counted(count, 'byte');
}

function lastPart(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

// `file.c:22`; empty if the place is not known.
function placeText(place) {
  if (!place || !place.file)
    return '';
  return place.line ? place.file + ':' + place.line : place.file;
}

// Leaves out the middle, since names often differ at their ends.
function shortened(text, length) {
  const points = Array.from(text);
  if (points.length <= length)
    return text;
  if (length < 3)
    return points.slice(0, Math.max(0, length)).join('');
  const tail = Math.floor((length - 1) / 2);
  return points.slice(0, length - 1 - tail).join('') + '…' + points.slice(points.length - tail).join('');
}

// The first few of many words, and how many more there are.
function someOf(words, most) {
  if (words.length <= most + 1)
    return words.join(', ');
  return words.slice(0, most).join(', ') + ' and ' + grouped(words.length - most) + ' more';
}
