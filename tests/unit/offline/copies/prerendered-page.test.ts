// @vitest-environment jsdom
/** A painted screen inside the app's shell: what is sent first, what stands in whose place, and what need not be asked for. */
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

describe('the shell with a painted lesson', () => {
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

  test('has the lesson in the place of the skeleton, and all that boots the app', async () => {
    const { head, body } = read(await put({ title: '題$& </title><b>', html: '<div class="painted">$&$1</div>' }));

    expect(head.querySelector('title')?.textContent).toBe('題$& </title><b>');
    expect(body.querySelector('#root .skeleton > .painted')?.textContent).toBe('$&$1');
    expect(body.querySelector('.skeleton-side')).toBeNull();
    expect(body.querySelector('#root > noscript')).not.toBeNull();
    expect(body.querySelector('script[type="module"]')?.getAttribute('src')).toBe('/src/main.tsx');
  });

  test('asks for no style sheet before the text is painted: their rules stand beside their tags, in order', async () => {
    const page = read(await put({}));

    const links = [...page.querySelectorAll('link[rel="stylesheet"]')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([...files.keys()]);
    expect(links.map((link) => link.hasAttribute('disabled'))).toEqual([true, true, true]);
    expect(links.map(({ nextElementSibling: style }) => style?.textContent)).toEqual([...files.values()]);
    expect([...page.head.querySelectorAll('style')].at(-1)?.textContent).toContain(lesson.css);
  });

  test('asks for a style sheet that is not held, and for one whose rules could end their element', async () => {
    files.set('/assets/app-1.css', '</style><b>');
    files.delete('/assets/start-1.css');
    const page = read(await put({}));

    const asked = [...page.querySelectorAll('link[rel="stylesheet"]:not([disabled])')];
    expect(asked.map((link) => link.getAttribute('href'))).toEqual(['/assets/app-1.css', '/assets/start-1.css']);
    expect(page.querySelector('b')).toBeNull();
  });

  test('begins with what no lesson changes: the scripts that hold up the first paint', () => {
    expect(before).toContain('src="/theme.js"');
    expect(before).not.toContain('stylesheet');
  });

  test('is the shell alone where that has no such place, and where rules could end their element', async () => {
    expect(await insertIntoShell('<p>', lesson, () => Promise.resolve(undefined))).toBe('<p>');
    expect(splitShell('<p>')).toEqual(['', '<p>']);
    expect(await put({ css: '</style>' })).toBe(after);
  });
});
