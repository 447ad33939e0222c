// What became of findings from one recording or report to the next.

const changeWords = {new: 'new', worse: 'worse', unchanged: 'unchanged', better: 'better', gone: 'gone'};
const million = 1e6;

function rateText(count) {
  const rate = count.rate * million;
  return (rate < 100 ? rate.toFixed(1) : grouped(rate)) + ' (' + grouped(count.samples) + ')';
}

function ratioText(rates) {
  if (!rates)
    return '';
  if (rates.too_few)
    return 'too few';
  const ratio = (value) => value === null ? '∞' : value.toFixed(2);
  return '×' + ratio(rates.ratio) + ' (' + ratio(rates.low) + ' to ' + ratio(rates.high) + ')';
}

// Two bars, one above the other; both to the same scale.
function rateBars(one, most) {
  return el('div', {class: 'rates'}, bar(one.before.rate / most, 'bar-before'), bar(one.after.rate / most, 'bar-after'));
}

const differenceHash = (one) => 'difference-' + one.change + '-' + one.fingerprint;

function differenceColumns(most) {
  return [
    {head: 'Change', cell: (one) => badge(changeWords[one.change], one.change), value: (one) => one.change},
    {head: 'Finding', cell: (one) => [view(differenceHash(one), {class: 'title'}, one.title), el('div', {class: 'message'}, one.finding.message)],
      value: (one) => one.title},
    {head: 'Rates', cell: (one) => rateBars(one, most)},
    {head: 'Before', number: true, cell: (one) => rateText(one.before), value: (one) => one.before.rate},
    {head: 'After', number: true, cell: (one) => rateText(one.after), value: (one) => one.after.rate},
    {head: 'Ratio', number: true, cell: (one) => ratioText(one.rates), value: (one) => one.rates && one.rates.ratio !== null ? one.rates.ratio : Infinity},
    {head: 'Place', cell: (one) => placeText(one.finding.location), value: (one) => placeText(one.finding.location)}];
}

function sideFact(name, side) {
  return fact(name, side.path + ', ' + counted(side.samples, 'sample') + ', ' + counted(side.findings, 'finding') + (side.simulated ? ', simulated' : ''));
}

function diffFilters(changed) {
  const search = el('input', {type: 'search', id: 'search', value: filters.text, placeholder: 'name, file, rule', input: () => {
    filters.text = search.value;
    changed();
  }});
  return el('form', {class: 'filters', role: 'search', submit: (event) => event.preventDefault()}, el('label', {class: 'choice'}, 'Search ', search),
    chooser('Change', [['', 'all'], ...Object.entries(changeWords)], filters.verdict, (value) => {
      filters.verdict = value;
      changed();
    }));
}

function diffView(diff) {
  const list = el('div', {'aria-live': 'polite'}), total = diff.total;
  const most = Math.max(1e-12, ...diff.differences.flatMap((one) => [one.before.rate, one.after.rate]));
  function show() {
    const passing = diff.differences.filter((one) => (!filters.verdict || one.change === filters.verdict) &&
      contains(one, () => one.title.toLowerCase() + ' ' + textOfFinding({...one.finding, title: one.title})));
    list.replaceChildren(el('p', {class: 'count'}, counted(passing.length, 'finding')), passing.length
      ? dataTable('Differences; contended loads per million loads and stores, in brackets samples', differenceColumns(most), passing)
      : el('p', {}, 'No finding passes the filters.'));
  }
  show();
  return [el('h1', {tabindex: '-1'}, 'What changed'), el('dl', {class: 'facts'}, sideFact('Before', diff.before), sideFact('After', diff.after),
    total && fact('Contended loads', rateText(total.before) + ' before, ' + rateText(total.after) + ' after, ' + ratioText(total.rates)),
    fact('Findings', Object.keys(changeWords).map((word) => grouped(diff.summary[word]) + ' ' + word).join(', '))), diffFilters(show), list];
}

function differenceCase(diff, one) {
  const finding = {...one.finding, title: one.title};
  return [el('h1', {tabindex: '-1'}, one.title), el('p', {}, badge(changeWords[one.change], one.change), ' ', badges(finding)),
    el('p', {class: 'lead'}, finding.message),
    el('dl', {class: 'facts'}, fact('Before', rateText(one.before)), fact('After', rateText(one.after)),
      one.rates && fact('Ratio', ratioText(one.rates)),
      one.in_another && fact('Note', 'the other recording has these contended loads in another finding, about the same data')),
    costFacts(finding), adviceView(finding, one.layouts, 64), memberTable(finding), evidenceView(finding)];
}
