/* Sets the colour scheme and the text size before anything is painted; the same keys as src/ui/display-settings.ts. */
(function () {
  var scheme = null;
  var scale = null;
  try {
    scheme = localStorage.getItem('manabiba-scheme');
    scale = localStorage.getItem('manabiba-text-scale');
  } catch {
    /* Storage is blocked: the system's scheme and the normal size hold. */
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (/^\d(\.\d+)?$/.test(scale || '')) document.documentElement.style.setProperty('--m-text-scale', scale);
})();
