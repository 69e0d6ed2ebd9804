/** Names in the page whose pictures the app was built to show, for the server to compare. */
import type { Plugin } from 'vite';

/** @param hosts their origins, in the server's order. */
export function nameImageHosts(hosts: readonly string[]): Plugin {
  return {
    name: 'name-image-hosts',
    transformIndexHtml: () =>
      hosts.length > 0 ? [{ tag: 'meta', attrs: { name: 'image-hosts', content: hosts.join(' ') } }] : [],
  };
}
