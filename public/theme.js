/* Sets colour scheme and text size before anything is painted; the keys are those of src/ui/theme.ts and display-settings.ts. */
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
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (textSize) document.documentElement.setAttribute('data-text-size', textSize);
})();
