// Figures that fsfind has drawn: a picture, how to read it, and a table that says the same.

// The shapes are markup. All that is not fsfind's own in it was escaped when it was made (markupText in
// cli/report/picture), as in the part of this page that needs no script.
function pictureOf(drawn) {
  const picture = svg('svg', {class: 'fsfind', viewBox: '0 0 ' + drawn.width + ' ' + drawn.height,
    width: drawn.width, height: drawn.height});
  picture.innerHTML = drawn.shapes;
  return picture;
}

// `choose` says which rows are shown; `cellOf(row, column, text)` may make another cell than the text.
function tableOf(table, choose, cellOf) {
  const rows = table.rows.map((cells, at) => ({cells, at})).filter((row) => !choose || choose(row.at));
  return dataTable(table.caption, table.columns.map((column, at) => {
    const text = (row) => column.number ? row.cells[at][0] : row.cells[at];
    return {head: column.head, number: column.number,
      cell: (row) => cellOf ? cellOf(row.at, at, text(row)) : text(row),
      value: (row) => column.number ? row.cells[at][1] : row.cells[at]};
  }), rows);
}

function shownFigure(drawn) {
  return [figure(drawn.name, pictureOf(drawn), tableOf(drawn.table)),
    drawn.legend && el('p', {class: 'legend'}, drawn.legend)];
}

// A choice between figures: [[word, label, figure], ...].
function figureChoice(label, figures) {
  const place = el('div');
  const show = (word) => {
    place.replaceChildren();
    append(place, [shownFigure(figures.find(([own]) => own === word)[2])]);
  };
  show(figures[0][0]);
  return [el('p', {class: 'controls'}, chooser(label, figures.map(([word, text]) => [word, text]), figures[0][0], show)), place];
}

const leftOutText = 'To keep this page small, its pictures are left out; fsfind report --format=svg draws those of any finding.';

function transfersView(pictures) {
  const figures = Object.entries(pictures.transfers).map(([word, drawn]) => [word, drawn.words, drawn]);
  return figures.length ? figureChoice('Between', figures) : el('p', {}, 'The recording does not tell which CPUs contend.');
}

// Layouts before and after advice, on lines of the size one chooses.
function layoutView(layouts, lineSize) {
  if (!layouts)
    return null;
  const place = el('div'), output = el('output', {});
  const sizes = [64, 128, 256];
  const slider = el('input', {type: 'range', min: 0, max: sizes.length - 1, step: 1,
    value: Math.max(0, sizes.indexOf(lineSize)), 'aria-label': 'Bytes of a cacheline', input: () => show()});
  function show() {
    const at = Number(slider.value);
    output.textContent = bytesText(sizes[at]);
    slider.setAttribute('aria-valuetext', bytesText(sizes[at]));
    place.replaceChildren();
    append(place, [shownFigure(layouts[at])]);
  }
  show();
  return el('div', {class: 'layouts'}, el('label', {class: 'choice'}, 'Line size ', slider, ' ', output), place);
}
