/* Sets the colour scheme before anything is painted; the key is that of src/ui/theme.ts. */
(function () {
  var scheme = null;
  try {
    scheme = localStorage.getItem('manabiba-scheme');
  } catch {
    /* Storage is blocked: the system's scheme holds. */
  }
  var dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
