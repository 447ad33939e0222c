// Elements. All text comes in as text nodes, so nothing of a recording is ever taken for markup.

const svgSpace = document.getElementById('picture').namespaceURI;

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {}))
    if (typeof value === 'function')
      element.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? '' : shown(value));
  append(element, children);
  return element;
}

function append(parent, children) {
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      parent.append(child instanceof Node ? child : shown(plain(child)));
}

// Attributes that are functions are listeners of the event so named.
function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

function button(label, action, attributes) {
  return el('button', {type: 'button', click: action, ...attributes}, label);
}

// A way to another view of this page.
function view(hash, attributes, ...children) {
  return el('a', {href: '#' + encodeURIComponent(hash), ...attributes}, ...children);
}

function section(heading, ...children) {
  return el('section', {}, el('h2', {}, heading), ...children);
}

// A word in a box; its colour repeats what it says.
function badge(text, kind) {
  return el('span', {class: 'badge ' + (kind || '')}, text);
}

// A picture with a name for those who do not see it, and a table that says the same.
function figure(name, picture, table) {
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', shown(name));
  return el('figure', {},
    el('div', {class: 'picture', tabindex: '0', role: 'group', 'aria-label': name}, picture),
    el('details', {}, el('summary', {}, 'As a table'), table));
}

// A choice of a few; `choose` is called with the value.
function chooser(label, options, value, choose) {
  const select = el('select', {change: () => choose(select.value)},
    options.map(([word, text]) => el('option', {value: word, selected: word === value}, text)));
  return el('label', {class: 'choice'}, label, ' ', select);
}

// A bar of a share; its text says the number.
function bar(share, kind) {
  const width = Math.max(0, Math.min(1, share)) * 100;
  return svg('svg', {class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true'},
    svg('rect', {class: 'bar-ground', width: 100, height: 10}),
    svg('rect', {class: kind || 'bar-share', width: width, height: 10}));
}
