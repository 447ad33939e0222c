// Tables: sorted by a click on a heading, and shown by pages.

const rowsOfPage = 100;

// Columns: {head, cell: row => text or element, number: right-aligned, value: row => what to sort by}.
function dataTable(caption, columns, rows) {
  const body = el('tbody'), pages = el('div', {class: 'pages'});
  const heads = columns.map((column, at) => el('th', {scope: 'col', class: column.number ? 'number' : null},
    column.value ? button(column.head, () => sortBy(at), {class: 'sort'}) : column.head));
  let sorted = rows, first = 0, order = {at: -1, descending: false};

  function sortBy(at) {
    order = {at, descending: order.at === at ? !order.descending : Boolean(columns[at].number)};
    const value = columns[at].value, sign = order.descending ? -1 : 1;
    sorted = rows.slice().sort((a, b) => {
      const left = value(a), right = value(b);
      return sign * (left < right ? -1 : left > right ? 1 : 0);
    });
    heads.forEach((head, i) => i === at
      ? head.setAttribute('aria-sort', order.descending ? 'descending' : 'ascending')
      : head.removeAttribute('aria-sort'));
    show(0);
  }

  function show(from) {
    first = from;
    body.replaceChildren(...sorted.slice(first, first + rowsOfPage).map((row) => el('tr', {},
      columns.map((column) => el('td', {class: column.number ? 'number' : null}, column.cell(row))))));
    pages.replaceChildren();
    if (sorted.length > rowsOfPage)
      append(pages, [
        button('Previous', () => show(first - rowsOfPage), {disabled: first === 0}), ' ',
        (first + 1) + ' to ' + Math.min(first + rowsOfPage, sorted.length) + ' of ' + grouped(sorted.length), ' ',
        button('Next', () => show(first + rowsOfPage), {disabled: first + rowsOfPage >= sorted.length})]);
  }

  show(0);
  return el('div', {class: 'table', tabindex: '0', role: 'group', 'aria-label': caption},
    el('table', {}, el('caption', {}, caption), el('thead', {}, el('tr', {}, heads)), body), pages);
}
