/* Sets colour scheme, text size and the bars' colour before the first paint; keys: src/ui/theme.ts, display-settings.ts. */
(function () {
  var scheme;
  var textSize;
  try {
    scheme = localStorage.getItem('manabiba-scheme');
    textSize = localStorage.getItem('manabiba-text-size');
  } catch {
    /* Storage is blocked. */
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
  paintBars();
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
})();
