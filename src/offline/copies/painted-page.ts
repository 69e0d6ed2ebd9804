/** What the worker opens a lesson with: its painted page inside the app's shell, for whoever is here (docs/decisions/0043). */
import { isWiping } from '@/offline/wipe-marks';
import { ownerKey, readSession } from '@/session/session';

import { dropPaintedLessons, type PaintedLesson, readPaintedLesson } from './painted-lessons';
import { studyCacheName } from './study-cache';

/** A device that takes longer, in ms, has painted nothing. */
const LIMIT_MS = 500;

async function find(lessonId: string, isOwnFile: (path: string) => boolean): Promise<PaintedLesson | undefined> {
  const session = await readSession();
  if (!session) return undefined;
  const owner = ownerKey(session.owner);
  const [isLeaving, lesson] = await Promise.all([isWiping(owner), readPaintedLesson(owner, lessonId)]);
  if (isLeaving || !lesson || ![lesson.build, ...lesson.sheets, ...lesson.fonts].every(isOwnFile)) return undefined;
  const options = { cacheName: studyCacheName(owner), ignoreVary: true };
  const copies = await Promise.all(lesson.copies.map((key) => caches.match(key, options)));
  if (copies.every((copy) => copy !== undefined)) return lesson;
  // Deleted, by the browser or with a course: what was made of it goes as well.
  await dropPaintedLessons(owner, ({ id }) => id === lessonId);
  return undefined;
}

/**
 * Finds a lesson as it was painted for whoever is here; undefined where they are leaving, where another version painted it,
 * where a copy that it was made of is gone, and where the device fails or takes too long.
 *
 * @param isOwnFile whether a path is that of a file of this version.
 */
export function findPaintedLesson(
  lessonId: string,
  isOwnFile: (path: string) => boolean,
): Promise<PaintedLesson | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LIMIT_MS));
  return Promise.race([find(lessonId, isOwnFile).catch(() => undefined), late]);
}

/** How the frame stands until the app's does: the menu's column as wide as it was left, words with readings or without. */
const FRAME_STYLE = `.skeleton-bar{position:fixed;inset:0 0 auto;z-index:30}
.painted .skeleton-main{flex:1;min-height:46px;max-width:calc(44.625rem*var(--m-text-scale,1));padding:0;border-radius:11px;background:var(--m-track)}
.painted .skeleton-main:has(*){background:none}
@media (min-width:48em){:root:not([data-menu='collapsed']) .painted.painted{--side-width:240px}}
:root[data-furigana='off'] .painted :is(rt,rp){display:none}
`;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Puts a lesson into index.html, in the place of the skeleton's body; undefined where there is no such place. */
export function putIntoShell(shell: string, { title, sheets, fonts, css, html }: PaintedLesson): string | undefined {
  const start = shell.indexOf('<div class="skeleton-body">');
  const end = shell.indexOf('<noscript>', start);
  if (start < 0 || end < 0 || css.includes('<')) return undefined;
  const head = [
    '<script src="/painted.js"></script>',
    ...fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">`),
    ...sheets.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`),
    `<style>${FRAME_STYLE}${css}</style></head>`,
  ].join('\n');
  return shell
    .slice(0, start)
    .replace('</head>', () => head)
    .replace(/<title>[^<]*/, () => `<title>${escapeText(title)}`)
    .concat(html, '</div>', shell.slice(end));
}
