/*
 * Sets colour scheme, text size and the bars' colour before the first paint, and preloads the first code of a signed-in page;
 * keys: src/ui/theme.ts, display-settings.ts, src/queries/info.ts.
 */
(function () {
  var scheme;
  var textSize;
  var service;
  var menu;
  var furigana;
  try {
    scheme = localStorage.getItem('manabiba-scheme');
    textSize = localStorage.getItem('manabiba-text-size');
    service = localStorage.getItem('manabiba-service');
    menu = localStorage.getItem('manabiba-menu');
    furigana = localStorage.getItem('manabiba-furigana');
  } catch {
    /* Storage is blocked: defaults apply. */
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  function paintBars() {
    var color = root.dataset.mantineColorScheme === 'dark' ? '#1a2029' : '#ffffff';
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.content = color;
    });
  }
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  if (textSize) root.dataset.textSize = textSize;
  if (menu) root.dataset.menu = menu;
  if (furigana) root.dataset.furigana = furigana;
  paintBars();
  /* A stored service name suggests a signed-in user, half a second before the session can be read: the service sends its name only to signed-in users. */
  var ahead = document.currentScript && document.currentScript.dataset.signedIn;
  if (ahead && service !== null && location.pathname !== '/login') {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = ahead;
    document.head.append(link);
  }
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
})();
