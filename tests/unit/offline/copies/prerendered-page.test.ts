// @vitest-environment jsdom
/** Tests splicing a prerendered screen into the app's shell: order of the parts, inlined style sheets. */
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type { PrerenderedLesson } from '@/offline/copies/prerender-store';
import { insertIntoShell, splitShell } from '@/offline/copies/prerendered-page';

const lesson: PrerenderedLesson = {
  build: '/assets/app-1.js',
  copies: [],
  title: '題',
  sheets: ['/assets/app-1.css'],
  fonts: [],
  css: '.painted-0{color:red!important}',
  html: '<div class="painted">本文</div>',
};

describe('the shell with a prerendered lesson', () => {
  const shell = readFileSync('index.html', 'utf8').replace(
    '</body>',
    '<link rel="stylesheet" crossorigin href="/assets/start-1.css"></body>',
  );
  const [before, after] = splitShell(shell);
  const files = new Map([
    ['/skeleton.css', '.skeleton{}'],
    ['/assets/app-1.css', '.app>p{content:"$&"}'],
    ['/assets/start-1.css', '.start{}'],
  ]);
  const put = (changes: Partial<PrerenderedLesson>) =>
    insertIntoShell(after, { ...lesson, ...changes }, (path) => Promise.resolve(files.get(path)));
  const read = (rest: string) => new DOMParser().parseFromString(before + rest, 'text/html');

  test('the prerendered page has the lesson in place of the skeleton, and all scripts that boot the app', async () => {
    const { head, body } = read(await put({ title: '題$& </title><b>', html: '<div class="painted">$&$1</div>' }));

    expect(head.querySelector('title')?.textContent).toBe('題$& </title><b>');
    expect(body.querySelector('#root .skeleton > .painted')?.textContent).toBe('$&$1');
    expect(body.querySelector('.skeleton-side')).toBeNull();
    expect(body.querySelector('#root > noscript')).not.toBeNull();
    expect(body.querySelector('script[type="module"]')?.getAttribute('src')).toBe('/src/main.tsx');
  });

  test('the prerendered page needs no style sheet before the first paint: their rules are inlined beside their tags, in order', async () => {
    const page = read(await put({}));

    const links = [...page.querySelectorAll('link[rel="stylesheet"]')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([...files.keys()]);
    expect(links.map((link) => link.hasAttribute('disabled'))).toEqual([true, true, true]);
    expect(links.map(({ nextElementSibling: style }) => style?.textContent)).toEqual([...files.values()]);
    expect([...page.head.querySelectorAll('style')].at(-1)?.textContent).toContain(lesson.css);
  });

  test('a prerendered page inlines its style sheets, but links those that are not cached or that contain </style', async () => {
    files.set('/assets/app-1.css', '</style><b>');
    files.delete('/assets/start-1.css');
    const page = read(await put({}));

    const asked = [...page.querySelectorAll('link[rel="stylesheet"]:not([disabled])')];
    expect(asked.map((link) => link.getAttribute('href'))).toEqual(['/assets/app-1.css', '/assets/start-1.css']);
    expect(page.querySelector('b')).toBeNull();
  });

  test('the prerendered page starts with the part that is the same for every lesson: the scripts that run before the first paint', () => {
    expect(before).toContain('src="/theme.js"');
    expect(before).not.toContain('stylesheet');
  });

  test('the shell is sent alone if it has no place for a lesson, or if inlined rules could end a style element', async () => {
    expect(await insertIntoShell('<p>', lesson, () => Promise.resolve(undefined))).toBe('<p>');
    expect(splitShell('<p>')).toEqual(['', '<p>']);
    expect(await put({ css: '</style>' })).toBe(after);
  });
});
