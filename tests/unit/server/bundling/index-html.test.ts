/** What the build arranges in index.html. */
import { readFileSync } from 'node:fs';

import { arrangeIndexHtml } from '@server/tooling/bundling/index-html';
import { expect, test } from 'vitest';

const chunk = (name: string) => ({ type: 'chunk', name, fileName: `assets/${name}-1.js` });
const bundle = Object.fromEntries(
  [chunk('app'), chunk('signed-in'), chunk('login')].map((file) => [file.fileName, file]),
);

function arrange(html: string) {
  const { transformIndexHtml } = arrangeIndexHtml();
  if (typeof transformIndexHtml !== 'object') throw new Error('It is no hook of its own order');
  return transformIndexHtml.handler.call({} as never, html, { bundle } as never);
}

test('the app is fetched beside what asks for it, and theme.js knows what somebody signed in needs', () => {
  expect(arrange(readFileSync('index.html', 'utf8'))).toMatchObject({
    html: expect.stringContaining('<script src="/theme.js" data-signed-in="/assets/signed-in-1.js"></script>'),
    tags: [{ tag: 'link', attrs: { rel: 'modulepreload', href: '/assets/app-1.js' } }],
  });
});

test('the app’s sheet is at the end, so that the skeleton paints before it has come', () => {
  const sheet = '<link rel="stylesheet" crossorigin href="/assets/start-1.css">';
  const { html } = arrange(`<head>${sheet}</head><body></body>`) as { html: string };
  expect(html.indexOf('<body>')).toBeLessThan(html.indexOf(sheet));
});
