/** What the build arranges in index.html: the skeleton paints first, and the app's code comes beside what asks for it. */
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Moves the app's own style sheet to the end of the body, so that the skeleton paints before it has arrived. */
function moveSheets(html: string): string {
  const links = html.match(/\s*<link rel="stylesheet"[^>]*href="\/assets\/[^>]*>/g) ?? [];
  const without = links.reduce((rest, link) => rest.replace(link, ''), html);
  return without.replace('</body>', `${links.join('')}\n  </body>`);
}

/** The first chunk asks for this one when it runs; the browser fetches both at once (docs/decisions/0049). */
const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href },
  injectTo: 'head',
});

/** What only somebody signed in needs is asked for by theme.js where there seems to be one. */
function nameAhead(html: string, [href = '']: string[]): string {
  return html.replace('src="/theme.js"', `src="/theme.js" data-signed-in="${href}"`);
}

/** For the build of the app, whose main chunk is called `app`. */
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
