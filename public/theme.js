/*
 * Sets colour scheme, display settings and the bars' colour before the first paint, preloads the first code of a signed-in page, and
 * prints in light colours with every <details> open;
 * keys: src/ui/theme.ts, display-settings.ts, src/queries/info.ts.
 */
(function () {
  var root = document.documentElement;
  var scheme;
  var service;
  try {
    scheme = localStorage.getItem('manabiba-scheme');
    service = localStorage.getItem('manabiba-service');
    ['text-size', 'menu', 'furigana', 'line-spacing', 'font'].forEach(function (name) {
      var value = localStorage.getItem('manabiba-' + name);
      if (value) root.setAttribute('data-' + name, value);
    });
  } catch {
    /* Storage is blocked. */
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  function paintBars() {
    var color = root.dataset.mantineColorScheme === 'dark' ? '#1a2029' : '#ffffff';
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.content = color;
    });
  }
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  paintBars();
  /* Only signed-in users get the service's name: where it is stored, the session, which takes half a second, is not awaited. */
  var ahead = document.currentScript && document.currentScript.dataset.signedIn;
  if (ahead && service !== null && location.pathname !== '/login') {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = ahead;
    document.head.append(link);
  }
  var printed = null;
  function beforePrint() {
    if (printed) return;
    printed = { scheme: root.dataset.mantineColorScheme, folded: document.querySelectorAll('details:not([open])') };
    root.dataset.mantineColorScheme = 'light';
    printed.folded.forEach(function (each) {
      each.open = true;
    });
  }
  function afterPrint() {
    if (!printed) return;
    root.dataset.mantineColorScheme = printed.scheme;
    printed.folded.forEach(function (each) {
      each.open = false;
    });
    printed = null;
  }
  addEventListener('beforeprint', beforePrint);
  addEventListener('afterprint', afterPrint);
  matchMedia('print').addEventListener('change', function (event) {
    if (event.matches) beforePrint();
    else afterPrint();
  });
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
})();
