// A map of the contention: module, object, member, each as wide as its part.

const mapValues = [['contended', 'contended samples'], ['cycles', 'cycles of sampled loads'], ['stores', 'stores']];

function mapView(model) {
  const place = el('div'), values = mapValues.filter(([word]) => model.pictures.map[word]);
  let by = values.length ? values[0][0] : '';
  function show() {
    if (!by) {
      place.replaceChildren(el('p', {}, 'Nothing to draw: no line has such samples.'));
      return;
    }
    const drawn = model.pictures.map[by], table = drawn.table;
    const passing = new Set(model.lines.filter(passesLine).map((line) => line.rank));
    const passes = (row) => table.lines[row].some((rank) => passing.has(rank));
    const picture = pictureOf(drawn);
    for (const tile of picture.querySelectorAll('.tile')) {
      tile.classList.toggle('faded', 'row' in tile.dataset && !passes(Number(tile.dataset.row)));
      tile.addEventListener('click', () => {
        filters.text = tile.dataset.name;
        location.hash = '#lines';
      });
    }
    const cellOf = (row, column, text) => column === 2 ? view('line-' + table.lines[row][0], {}, text) : text;
    place.replaceChildren(figure(drawn.name, picture, tableOf(table, passes, cellOf)),
      el('p', {class: 'legend'}, drawn.legend + ' A click shows the lines; pale: on no line that passes the filters.'));
  }
  show();
  return [el('h1', {tabindex: '-1'}, 'Map of contention'), filterBar(model, show, true),
    values.length > 1 && el('p', {class: 'controls'}, chooser('Width', values, by, (value) => {
      by = value;
      show();
    })), place];
}
