/**
 * Writes settings of the build into the page, so that the server can compare them with its own
 * (server/api/static/built-for.ts).
 */
import type { Plugin } from 'vite';

/**
 * Returns the plugin that writes a tag for each setting that is not the default.
 *
 * @param settings as the server's configuration has them.
 */
export function nameSettings(settings: { imageHosts: readonly string[]; apiTimeOffset: string }): Plugin {
  const contents = {
    'image-hosts': settings.imageHosts.join(' '),
    'api-time-offset': settings.apiTimeOffset === 'Z' ? '' : settings.apiTimeOffset,
  };
  return {
    name: 'name-settings',
    transformIndexHtml: () =>
      Object.entries(contents)
        .filter(([, content]) => content !== '')
        .map(([name, content]) => ({ tag: 'meta', attrs: { name, content } })),
  };
}
