/**
 * The Trusted Types policy (Content-Security-Policy `trusted types`): which strings may become markup or a script URL.
 * The first import of the page.
 */

interface TrustedTypesFactory {
  createPolicy(name: string, rules: Record<string, (input: string) => string | null>): unknown;
}

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;

// Allows HTML without `<`, because libraries set style sheet text; the app never makes markup from strings. The only
// allowed script URL is the service worker's.
factory?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (url) => (url === '/sw.js' ? url : null),
});
