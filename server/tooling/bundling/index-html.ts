/**
 * Rearranges index.html in the build: the skeleton paints before the styles have loaded, and the app's code is
 * preloaded.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Moves the app's own style sheet to the end of the body, so that the skeleton paints before it has arrived. */
function moveSheets(html: string): string {
  const links = html.match(/\s*<link rel="stylesheet"[^>]*href="\/assets\/[^>]*>/g) ?? [];
  const without = links.reduce((rest, link) => rest.replace(link, ''), html);
  return without.replace('</body>', `${links.join('')}\n  </body>`);
}

/**
 * Returns a preload tag for a chunk that the first chunk will import, so that the browser fetches both at once
 * (docs/decisions/0049).
 */
const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href },
  injectTo: 'head',
});

/** Passes the URL of the signed-in chunk to theme.js, which preloads it if a user seems to be signed in. */
function nameAhead(html: string, [href = '']: string[]): string {
  return html.replace('src="/theme.js"', `src="/theme.js" data-signed-in="${href}"`);
}

/** Returns the plugin for the build of the app, whose main chunk is named `app`. */
export function arrangeIndexHtml(): Plugin {
  return {
    name: 'arrange-index-html',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const hrefOf = (name: string) =>
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' && file.name === name ? [`/${file.fileName}`] : [],
          );
        return { html: nameAhead(moveSheets(html), hrefOf('signed-in')), tags: hrefOf('app').map(preload) };
      },
    },
  };
}
