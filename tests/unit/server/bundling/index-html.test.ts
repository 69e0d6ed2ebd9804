/** Checks what the build changes in index.html. */
import { readFileSync } from 'node:fs';

import { arrangeIndexHtml } from '@server/tooling/bundling/index-html';
import { expect, test } from 'vitest';

const chunk = (name: string) => ({ type: 'chunk', name, fileName: `assets/${name}-1.js` });
const bundle = Object.fromEntries(
  [chunk('app'), chunk('signed-in'), chunk('login')].map((file) => [file.fileName, file]),
);

function arrange(html: string) {
  const { transformIndexHtml } = arrangeIndexHtml();
  if (typeof transformIndexHtml !== 'object') throw new Error('transformIndexHtml is not a hook with an order');
  return transformIndexHtml.handler.call({} as never, html, { bundle } as never);
}

test('index.html preloads the app chunk, and gives theme.js the address of the signed-in chunk', () => {
  expect(arrange(readFileSync('index.html', 'utf8'))).toMatchObject({
    html: expect.stringContaining('<script src="/theme.js" data-signed-in="/assets/signed-in-1.js"></script>'),
    tags: [{ tag: 'link', attrs: { rel: 'modulepreload', href: '/assets/app-1.js' } }],
  });
});

test('index.html links the app’s style sheet at the end of the body, so that the skeleton paints before it has loaded', () => {
  const sheet = '<link rel="stylesheet" crossorigin href="/assets/start-1.css">';
  const { html } = arrange(`<head>${sheet}</head><body></body>`) as { html: string };
  expect(html.indexOf('<body>')).toBeLessThan(html.indexOf(sheet));
});
