/** The first import of the page: what may become markup or a script (Content-Security-Policy `trusted types`). */

interface TrustedTypesFactory {
  createPolicy(name: string, rules: Record<string, (input: string) => string | null>): unknown;
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;

// Libraries set style sheets' text; markup from strings is never made here, so `<` is refused. The worker is the one script.
factory?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (url) => (url === '/sw.js' ? url : null),
});
