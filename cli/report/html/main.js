// The page as a whole: its views, the way between them, keys and colours.

let views = null; // hash -> what is shown there; set when the data have been read

const app = document.getElementById('app');
const content = el('main', {id: 'content'});
const navigation = el('nav', {'aria-label': 'Views'});

const themes = ['auto', 'light', 'dark'];

// Some browsers keep nothing for local files.
function remembered() {
  try {
    return localStorage.getItem('fsfind-theme');
  } catch (refused) {
    return null;
  }
}

function setTheme(theme) {
  if (theme === 'auto')
    delete document.documentElement.dataset.theme;
  else
    document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('fsfind-theme', theme);
  } catch (refused) {
    return;
  }
}

function themeChoice() {
  const kept = remembered(), theme = themes.includes(kept) ? kept : 'auto';
  setTheme(theme);
  return chooser('Colours', themes.map((word) => [word, word]), theme, setTheme);
}

function currentHash() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch (malformed) {
    return '';
  }
}

function tab(hash, label) {
  return view(hash, {'aria-current': views.tabOf(currentHash()) === hash ? 'page' : null}, label);
}

function route() {
  const hash = currentHash();
  content.replaceChildren();
  append(content, [views.shown(hash)]);
  navigation.replaceChildren(...views.tabs.map(([own, label]) => tab(own, label)));
  window.scrollTo(0, 0);
}

function reportViews(model) {
  const byHash = new Map(model.findings.map((finding) => [hashOf(finding), finding]));
  const byRank = new Map(model.lines.map((line) => ['line-' + line.rank, line]));
  const plain = {findings: findingsView, lines: linesView, map: mapView, memory: memoryView, recording: recordingView};
  const tabs = [['findings', 'Findings'], ['lines', 'Lines'], ['map', 'Map'], ['memory', 'Memory'], ['recording', 'Recording']];
  return {tabs, title: 'fsfind report', about: model.report.source.path,
    tabOf: (hash) => hash in plain ? hash : byRank.has(hash) ? 'lines' : 'findings',
    shown: (hash) => byHash.has(hash) ? findingCase(model, byHash.get(hash))
      : byRank.has(hash) ? lineCase(model, byRank.get(hash)) : (plain[hash] || findingsView)(model)};
}

function diffViews(data) {
  const diff = data.diff;
  diff.differences.forEach((one, at) => {
    one.title = data.titles[at];
    one.layouts = data.layouts[at];
  });
  const byHash = new Map(diff.differences.map((one) => [differenceHash(one), one]));
  return {tabs: [['findings', 'Differences']], title: 'fsfind diff', about: diff.before.path + ' → ' + diff.after.path,
    tabOf: () => 'findings', shown: (hash) => byHash.has(hash) ? differenceCase(diff, byHash.get(hash)) : diffView(diff)};
}

// Keys act unless something is being typed.
function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
    return;
  const target = {'/': '#search', j: '#after', k: '#before'}[event.key];
  const element = target && document.querySelector(target);
  if (event.key === 'Escape')
    location.hash = '#' + views.tabOf(currentHash());
  if (!element)
    return;
  event.preventDefault();
  if (event.key === '/')
    element.focus();
  else
    element.click();
}

function go() {
  route();
  const heading = content.querySelector('h1');
  if (heading)
    heading.focus({preventScroll: true});
}

function start(data) {
  views = data.diff ? diffViews(data) : reportViews(new Model(data));
  append(app, [el('a', {class: 'skip', href: '#content', click: (event) => {
    event.preventDefault();
    content.querySelector('h1').focus();
  }}, 'To the content'),
  el('header', {}, el('strong', {}, views.title), ' ', el('span', {class: 'about'}, views.about), navigation, themeChoice()), content,
  el('footer', {}, 'Keys: / search, j next finding, k previous finding, Escape back to the list.')]);
  document.getElementById('still').remove();
  app.hidden = false;
  route();
  addEventListener('hashchange', go);
  addEventListener('keydown', key);
  // On paper nothing can be opened.
  addEventListener('beforeprint', () => document.querySelectorAll('details').forEach((one) => one.open = true));
}

carriedData().then(start).catch((error) => {
  document.getElementById('still').prepend(el('p', {role: 'alert'}, 'The details cannot be shown: ' + error.message));
});
