/** Writes the image hosts of the build into the page, so that the server can compare them with its own. */
import type { Plugin } from 'vite';

/** Returns the plugin that writes the image hosts. @param hosts origins of pictures, in the server's order. */
export function nameImageHosts(hosts: readonly string[]): Plugin {
  return {
    name: 'name-image-hosts',
    transformIndexHtml: () =>
      hosts.length > 0 ? [{ tag: 'meta', attrs: { name: 'image-hosts', content: hosts.join(' ') } }] : [],
  };
}
