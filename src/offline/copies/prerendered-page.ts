/** What the worker opens a lesson with: its painted page inside the app's shell, for whoever is here (docs/decisions/0043). */
import { isWiping, openMarks } from '@/offline/wipe-marks';
import { ownerKey, type OwnerKey, readSession } from '@/session/session';
import { openOwned } from '@/storage/owned-store';

import { dropPrerenderedLessons, type PrerenderedLesson, readPrerenderedLesson } from './prerender-store';
import { studyCacheName } from './study-cache';

/** A device that takes longer, in ms, has painted nothing. */
const LIMIT_MS = 500;

/** Opens what {@link findPrerenderedLesson} reads, each of which takes a while. */
export async function openPrerenderedLessons(): Promise<void> {
  await Promise.allSettled([readSession(), openMarks(), openOwned('reading-positions')]);
}

/** A painted lesson, and whom it was painted for. */
export interface Found {
  owner: OwnerKey;
  lesson: PrerenderedLesson;
}

/**
 * Finds a lesson as it was painted for whoever is here; undefined where they are leaving, where another version painted it,
 * and where a copy that it was made of is gone.
 *
 * @param isOwnFile whether a path is that of a file of this version.
 * @throws {DOMException} when the device fails.
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
  // Deleted, by the browser or with a course: what was made of it goes as well.
  await dropPrerenderedLessons(owner, ({ id }) => id === lessonId);
  return undefined;
}

/** Whether an owner is here, and not leaving. */
async function isHere(owner: OwnerKey): Promise<boolean> {
  const [session, isLeaving] = await Promise.all([readSession(), isWiping(owner)]);
  return session !== undefined && ownerKey(session.owner) === owner && !isLeaving;
}

/** How the frame stands until the app's does: the menu's column as wide as it was left, words with readings or without. */
const FRAME_STYLE = `.skeleton-bar{position:fixed;inset:0 0 auto;z-index:30}
.painted .skeleton-main{flex:1;min-height:46px;max-width:calc(44.625rem*var(--m-text-scale,1));padding:0;border-radius:11px;background:var(--m-track)}
.painted .skeleton-main:has(*){background:none}
@media (min-width:48em){:root:not([data-menu='collapsed']) .painted.painted{--side-width:240px}}
.painted-shape{display:block;box-sizing:border-box}
.painted-seen{border:1px solid var(--m-line);border-radius:14px;background:var(--m-surface)}
:root[data-furigana='off'] .painted :is(rt,rp){display:none}
`;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Tags of style sheets: the shell's own, and those that are put in beside them. */
const SHEET = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;

/** A style sheet whose rules are in the page: the app finds its tag, and the browser does not ask for it. */
const inlined = (path: string, rules: string) =>
  `<link rel="stylesheet" crossorigin href="${path}" disabled><style>${rules}</style>`;

/** The tags of a page's style sheets, each with its rules beside it where they can be had: it would be a journey before the first paint. */
async function withRules(page: string, readFile: (path: string) => Promise<string | undefined>): Promise<string> {
  const paths = new Set([...page.matchAll(SHEET)].map(([, path = '']) => path));
  const rules = new Map(await Promise.all([...paths].map(async (path) => [path, await readFile(path)] as const)));
  return page.replaceAll(SHEET, (tag: string, path: string) => {
    const text = rules.get(path);
    return text === undefined || text.includes('</') ? tag : inlined(path, text);
  });
}

/** Splits index.html where the first thing stands that a lesson changes; what is above can be sent before it is found. */
export function splitShell(shell: string): [before: string, after: string] {
  const at = Math.max(0, shell.indexOf('<title>'));
  return [shell.slice(0, at), shell.slice(at)];
}

/**
 * Puts a lesson into index.html, in the place of the skeleton's body.
 *
 * @param after the second part of what {@link splitShell} splits.
 * @param readFile reads a file of this version.
 * @returns the same where it has no such place.
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
    withRules(
      after.slice(0, start).replace('</head>', () => `${links}</head>`),
      readFile,
    ),
    withRules(after.slice(end), readFile),
  ]);
  return before
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('</head>', () => `<style>${FRAME_STYLE}${css}</style></head>`)
    .concat(html, '</div>', behind);
}

/**
 * The rest of the page that is answered with: with the lesson, if its owner is here still when it is sent; as it was where there is none,
 * and where the device fails or takes too long.
 *
 * @param after as {@link insertIntoShell}.
 */
export async function finishShell(
  after: string,
  finding: Promise<Found | undefined>,
  readFile: (path: string) => Promise<string | undefined>,
): Promise<string> {
  async function paint(): Promise<string> {
    const found = await finding;
    if (!found) return after;
    const painted = await insertIntoShell(after, found.lesson, readFile);
    return (await isHere(found.owner)) ? painted : after;
  }
  const late = new Promise<string>((resolve) => setTimeout(() => resolve(after), LIMIT_MS));
  return Promise.race([paint().catch(() => after), late]);
}
