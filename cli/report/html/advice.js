// What can be done about a finding.

// Copies text; where the browser forbids that, by a selection as a user makes it.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (refused) {
    const area = el('textarea', {class: 'unseen'});
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

function codeBlock(label, text, kinds) {
  const state = el('span', {role: 'status'});
  const copy = button('Copy', async () => {
    state.textContent = await copyText(text) ? ' copied' : ' not copied: select the text';
  }, {'aria-label': 'Copy ' + label});
  return el('div', {class: 'block'}, el('p', {class: 'controls'}, el('strong', {}, label), ' ', copy, state),
    el('pre', {tabindex: '0', role: 'group', 'aria-label': label}, text.replace(/\n$/, '').split('\n').map((line) =>
      [kinds ? el('span', {class: kindOfDiff(line)}, line) : line, document.createTextNode('\n')])));
}

function kindOfDiff(line) {
  if (/^(---|\+\+\+|@@)/.test(line))
    return 'diff-head';
  return line.startsWith('+') ? 'diff-added' : line.startsWith('-') ? 'diff-removed' : null;
}

const triedWords = {none: 'not tried', read: 'tried: it compiles, and the finding is gone when the sources are read again',
  recorded: 'tried: the program was built and recorded with it, and its contended loads are gone'};

// The page has the patch of the best advice with edits; those of others are alternatives to it.
function editsView(finding, advice) {
  const best = finding.advice.find((one) => one.edits.length) === advice;
  return [el('p', {}, 'The edits are ' + triedWords[advice.tried] + '.' + (best && finding.patch ? ''
    : ' The JSON report has them' + (best ? '.' : '; they are an alternative to those above.'))),
  best && finding.patch && codeBlock('Patch', finding.patch, true)];
}

// `layouts` has pictures for each advice, or null; without it they were left out.
function adviceView(finding, layouts, lineSize) {
  if (!finding.advice.length)
    return section('Advice', el('p', {}, finding.no_advice));
  return section('Advice', finding.advice.map((advice, at) => el('div', {class: 'advice'},
    el('h3', {}, (at + 1) + '. ' + advice.why, ' ', badge(advice.remedy)),
    advice.size_before !== 0 && advice.size_after !== 0 && el('p', {}, bytesText(advice.size_before) + ' before, ' + bytesText(advice.size_after) +
      ' after' + (advice.instances ? ', ' + counted(advice.instances, 'instance') + ' seen' : '')),
    layouts && layoutView(layouts[at], lineSize),
    advice.edits.length > 0 && editsView(finding, advice),
    advice.obstacle && el('p', {}, 'No edit: ' + advice.obstacle),
    advice.example && codeBlock('Example', advice.example, false))));
}
