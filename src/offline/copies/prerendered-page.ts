/**
 * Builds the page that the worker serves for a lesson: the prerendered lesson inside the app shell, for the signed-in
 * owner (docs/decisions/0043).
 */
import { isWiping, openMarks } from '@/offline/wipe-marks';
import { ownerKey, type OwnerKey, readSession } from '@/session/session';
import { openOwned } from '@/storage/owned-store';

import { dropPrerenderedLessons, type PrerenderedLesson, readPrerenderedLesson } from './prerender-store';
import { studyCacheName } from './study-cache';

/** Time limit, ms, for finding the prerendered lesson; after it the worker serves the app shell without one. */
const FIND_TIMEOUT_MS = 500;

/** Opens in advance the databases that {@link findPrerenderedLesson} reads, because opening is slow. */
export async function openPrerenderedLessons(): Promise<void> {
  await Promise.allSettled([readSession(), openMarks(), openOwned('reading-positions')]);
}

/** A prerendered lesson and its owner. */
export interface Found {
  owner: OwnerKey;
  lesson: PrerenderedLesson;
}

/**
 * Finds a prerendered lesson of the signed-in owner; undefined if the owner is signing out, another build rendered the
 * lesson, or a cached server response that it was rendered from was deleted.
 *
 * @param isOwnFile returns true for the path of a file of this build.
 * @throws {DOMException} when the device's storage fails.
 */
export async function findPrerenderedLesson(
  lessonId: string,
  isOwnFile: (path: string) => boolean,
): Promise<Found | undefined> {
  const session = await readSession();
  if (!session) return undefined;
  const owner = ownerKey(session.owner);
  const [isLeaving, lesson] = await Promise.all([isWiping(owner), readPrerenderedLesson(owner, lessonId)]);
  if (isLeaving || !lesson || ![lesson.build, ...lesson.sheets, ...lesson.fonts].every(isOwnFile)) return undefined;
  const options = { cacheName: studyCacheName(owner), ignoreVary: true };
  const copies = await Promise.all(lesson.copies.map((key) => caches.match(key, options)));
  if (copies.every((copy) => copy !== undefined)) return { owner, lesson };
  // A cached server response that the lesson was rendered from was deleted, by the browser or with its course: delete
  // the prerendered lesson, too.
  await dropPrerenderedLessons(owner, ({ id }) => id === lessonId);
  return undefined;
}

/** Returns true if the owner is signed in and not signing out. */
async function isSignedIn(owner: OwnerKey): Promise<boolean> {
  const [session, isLeaving] = await Promise.all([readSession(), isWiping(owner)]);
  return session !== undefined && ownerKey(session.owner) === owner && !isLeaving;
}

/**
 * Returns CSS that applies the learner's settings until the app has booted: the menu's width and the display of
 * furigana.
 */
const FRAME_STYLE = `.skeleton-bar{position:fixed;inset:0 0 auto;z-index:30}
@media (max-height:26.24em){.skeleton-bar{position:absolute}}
.painted .skeleton-main{flex:1;min-height:46px;max-width:var(--reading-width);padding:0;border-radius:var(--radius-md);background:var(--m-track)}
.painted .skeleton-main:not(:empty){background:none}
@media (min-width:56.25em){:root:not([data-menu='collapsed']) .painted.painted{--side-width:calc(240px + var(--inset-left))}}
.painted-shape{display:block;box-sizing:border-box}
.painted-seen{border:1px solid var(--m-line);border-radius:var(--radius-lg);background:var(--m-surface)}
:root[data-furigana='off'] .painted :is(rt,rp){display:none}
`;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Matches style sheet tags of the app shell and of the prerendered lesson. */
const SHEET = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;

/**
 * Returns the tags for a style sheet with inlined rules. The disabled link tells the app that the style sheet is
 * present; the browser does not request it.
 */
const inlinedSheet = (path: string, rules: string) =>
  `<link rel="stylesheet" crossorigin href="${path}" disabled><style>${rules}</style>`;

/** Inlines a page's style sheets where their files can be read, because requesting each would delay the first paint. */
async function inlineSheets(page: string, readFile: (path: string) => Promise<string | undefined>): Promise<string> {
  const paths = new Set([...page.matchAll(SHEET)].map(([, path = '']) => path));
  const rules = new Map(await Promise.all([...paths].map(async (path) => [path, await readFile(path)] as const)));
  return page.replaceAll(SHEET, (tag: string, path: string) => {
    const text = rules.get(path);
    return text === undefined || text.includes('</') ? tag : inlinedSheet(path, text);
  });
}

/**
 * Splits index.html before the first tag that a prerendered lesson replaces, so that the first part can be sent before
 * the lesson is found.
 */
export function splitShell(shell: string): [before: string, after: string] {
  const at = Math.max(0, shell.indexOf('<title>'));
  return [shell.slice(0, at), shell.slice(at)];
}

/**
 * Inserts a prerendered lesson into index.html, in place of the skeleton.
 *
 * @param after the second part from {@link splitShell}.
 * @param readFile reads a file of this build.
 * @returns `after` unchanged if it has no skeleton.
 */
export async function insertIntoShell(
  after: string,
  { title, sheets, fonts, css, html }: PrerenderedLesson,
  readFile: (path: string) => Promise<string | undefined>,
): Promise<string> {
  const start = after.indexOf('<div class="skeleton-body">');
  const end = after.indexOf('<noscript>', start);
  if (start < 0 || end < 0 || css.includes('<')) return after;
  const head = [
    `<title>${escapeText(title)}</title>`,
    '<script src="/painted.js" defer></script>',
    ...fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">`),
  ].join('\n');
  const links = sheets.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`).join('\n');
  const [before, behind] = await Promise.all([
    inlineSheets(
      after.slice(0, start).replace('</head>', () => `${links}</head>`),
      readFile,
    ),
    inlineSheets(after.slice(end), readFile),
  ]);
  return before
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('</head>', () => `<style>${FRAME_STYLE}${css}</style></head>`)
    .concat(html, '</div>', behind);
}

/**
 * Returns the second part of the page with the prerendered lesson, if the lesson's owner is still signed in. Without a
 * lesson, or when the device's storage fails or is too slow, returns `after` unchanged.
 *
 * @param after the second part from {@link splitShell}.
 */
export async function finishShell(
  after: string,
  finding: Promise<Found | undefined>,
  readFile: (path: string) => Promise<string | undefined>,
): Promise<string> {
  async function insert(): Promise<string> {
    const found = await finding;
    if (!found) return after;
    const page = await insertIntoShell(after, found.lesson, readFile);
    return (await isSignedIn(found.owner)) ? page : after;
  }
  const timeout = new Promise<string>((resolve) => setTimeout(() => resolve(after), FIND_TIMEOUT_MS));
  return Promise.race([insert().catch(() => after), timeout]);
}
