/* Sets colour scheme and text size before anything is painted, and keeps the browser's bars in step; the keys are those of src/ui/theme.ts and display-settings.ts. */
(function () {
  var scheme = null;
  var textSize = null;
  try {
    scheme = localStorage.getItem('manabiba-scheme');
    textSize = localStorage.getItem('manabiba-text-size');
  } catch {
    /* Storage is blocked: the system's scheme and the usual size hold. */
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  function paintBars() {
    var color = root.getAttribute('data-mantine-color-scheme') === 'dark' ? '#1a2029' : '#ffffff';
    document.querySelectorAll('meta[name="theme-color"]').forEach(function (meta) {
      meta.setAttribute('content', color);
    });
  }
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (textSize) root.setAttribute('data-text-size', textSize);
  paintBars();
  new MutationObserver(paintBars).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
})();
