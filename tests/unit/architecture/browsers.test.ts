/** Checks that nothing newer than the oldest supported browsers (docs/browsers.md) is used without a guard. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { oldestBrowsers } from '@tests/architecture/browser-support';
import { root } from '@tests/architecture/modules';
import { findNewerCode } from '@tests/architecture/newer-code';
import { findNewerCss } from '@tests/architecture/newer-css';
import { findNewerMarkup, findNewerNames } from '@tests/architecture/newer-names';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const listFiles = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

/** CSS features that a page can do without: an older browser ignores the declaration. */
const enhancements: Record<string, readonly string[]> = {
  'lines break at other places': ['text-wrap', 'word-break: auto-phrase'],
  'spaces between scripts and at brackets are as the browser has them': ['text-autospace', 'text-spacing-trim'],
  'the scroll bar is the system’s': ['scrollbar-color', 'scrollbar-width'],
  'long lists take longer to show': ['content-visibility', 'contain-intrinsic'],
  'paper is filled otherwise': ['print-color-adjust', 'break-after: avoid', 'orphans', 'widows', '@page', 'size'],
  'only inside @media (forced-colors: active), which Safari never matches': ['forced-color-adjust'],
  'the build adds the prefix': ['user-select'],
  'the code asks for it first (features/lessons/find, voice)': [':highlight'],
};
const ignored = Object.values(enhancements).flat();
const isEnhancement = (what: string) => ignored.some((name) => what.startsWith(name));

test('style sheets use nothing newer than the oldest supported browsers without a fallback', () => {
  const found = [...listFiles('src', '.css'), ...listFiles('public', '.css')].flatMap((path) =>
    findNewerCss(read(path))
      .filter(({ what }) => !isEnhancement(what))
      .map(({ line, what, lacking }) => `${path}:${line} ${what} (${lacking.join(', ')})`),
  );
  expect(found).toEqual([]);
});

test.each(['src', 'sw'])(
  '%s uses no newer API without a guard',
  async (project) => {
    expect(await findNewerCode(project)).toEqual([]);
  },
  // The time limit is long, because the compiler reads the whole project.
  180_000,
);

test('markup uses no element or attribute newer than the oldest supported browsers', () => {
  const found = listFiles('src', '.tsx').flatMap((path) =>
    findNewerMarkup(read(path), path).map(
      ({ line, name, lacking }) => `${path}:${line} ${name} (${lacking.join(', ')})`,
    ),
  );
  // `closedby` is allowed: without it, a click beside the table of contents does not close that dialog, but its button
  // and Escape do.
  expect(found.map((each) => each.replace(/:\d+/, ''))).toEqual([
    expect.stringContaining('src/features/lessons/TableOfContents.tsx <dialog closedby>'),
  ]);
});

test('scripts that are not compiled use no API newer than the oldest supported browsers', () => {
  const paths = [...listFiles('public', '.js'), 'sw/kill-switch.js'];
  expect(
    paths.flatMap((path) => findNewerNames(read(path)).map(({ name, line }) => `${path}:${line} ${name}`)),
  ).toEqual([]);
});

test('the notice for older browsers, the README and the docs name the oldest supported browsers', () => {
  const names = oldestBrowsers.map(({ name, version }) => `${name[0]?.toUpperCase()}${name.slice(1)} ${version}`);
  expect(names).toEqual(['Safari 16.4', 'Chrome 109', 'Firefox 115']);
  for (const path of ['public/boot.js', 'README.md', 'docs/browsers.md'])
    expect(
      names.filter((name) => !read(path).includes(name)),
      path,
    ).toEqual([]);
});

const newer = [
  'AbortSignal.any([]);',
  'URL.canParse("a");',
  '[1].toSorted();',
  '[1].with(0, 2);',
  'navigator.userActivation.isActive;',
  'requestIdleCallback(() => {});',
  'document.body.checkVisibility();',
  'document.body.showPopover();',
  'new Intl.Segmenter("ja");',
  'Promise.withResolvers();',
  'Object.groupBy([1], String);',
  'new Set([1]).union(new Set([2]));',
  'new Map().values().map(String);',
  'scheduler.postTask(() => {});',
];
const guarded = [
  'if (AbortSignal.any) AbortSignal.any([]);',
  'URL.canParse?.("a");',
  'globalThis.requestIdleCallback?.(() => {});',
  'if (document.body.showPopover) document.body.showPopover();',
  '[1].findLast(String);',
  'AbortSignal.timeout(1);',
];

test('the compiler refuses APIs newer than the oldest supported browsers, and accepts those with a guard', async () => {
  const errors = await findNewerCode('src', { 'code.ts': [...newer, ...guarded, 'export {};'].join('\n') });
  const lines = errors.map((error) => Number(/\((\d+),/.exec(error)?.[1]));
  expect([...new Set(lines)]).toEqual(newer.map((_, index) => index + 1));
});

test('the check finds newer CSS: properties, values, functions, units, selectors, at-rules and nesting', () => {
  const found = [
    '.a { .b { color: red } }',
    '.a { &:hover { color: red } }',
    '.a { color: light-dark(red, blue) }',
    '.a { color: rgb(from red r g b) }',
    '.a { background: red; background: color-mix(in srgb, var(--a), red) }',
    '.a { --b: color-mix(in srgb, red, blue) }',
    '.a { height: 1lh }',
    '.a { field-sizing: content }',
    '.a:popover-open { color: red }',
    ':global(.a:has(.b)) .c { color: red }',
    '@starting-style { .a { opacity: 0 } }',
    '@scope (.a) { .b { color: red } }',
    '@property --a { syntax: "*"; inherits: false }',
    '@container style(--a: 1) { .a { color: red } }',
  ].map(findNewerCss);
  expect(found.filter((each) => each.length === 0)).toEqual([]);
});

test('CSS with a guard, or as old as the oldest supported browsers, is accepted', () => {
  const sheets = [
    '.a { background: red; background: color-mix(in srgb, blue, red) }',
    '@supports selector(:has(*)) { .a:has(.b) { color: red } }',
    '.a:has(.b) { color: red } @supports not selector(:has(*)) { .a { color: red } }',
    '.a { height: 100dvh; inset: 0; container-type: inline-size; width: 10cqw }',
    '@media (width >= 30em) { .a:is(.b, .c):focus-visible { color: rgb(0 0 0 / 0.5) } }',
    '@layer a { .a { aspect-ratio: 1; accent-color: red } }',
  ];
  expect(sheets.flatMap(findNewerCss)).toEqual([]);
});

test('the check finds newer names in scripts, and newer attributes in markup', () => {
  const script =
    'AbortSignal.any([]); URL.canParse("a"); list.toSorted(); Object.groupBy(a, b); new Highlight(); list.at(0)';
  expect(findNewerNames(script).map(({ name }) => name)).toEqual([
    'AbortSignal.any',
    'URL.canParse',
    'toSorted',
    'Object.groupBy',
    'Highlight',
  ]);
  expect(findNewerMarkup('<p popover="auto" inert><search /></p>', 'a.tsx').map(({ name }) => name)).toEqual([
    '<p popover>',
    '<search>',
  ]);
});
