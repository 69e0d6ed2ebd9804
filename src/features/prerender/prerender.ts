/** What is painted: of a lesson its article as it was drawn, of other screens what lasts, in the frame of the screen that stands. */
import type { Lesson } from '@/api/lessons';
import type { Prerendering } from '@/device/prerendered-lessons';
import { now } from '@/storage/now';
import { formatDay } from '@/ui/formats';

import { listFonts } from './fonts-of';
import { escapeMarkup, type StyleRules, writeMarkup, writeRules } from './write-markup';
import { writeOutline } from './write-outline';

/** More would hold up a slow phone, and is left to the app. */
const MOST_ELEMENTS = 5000;

/** Paths of the app's own style sheets, in order. */
function listSheets(): string[] {
  const start = `${globalThis.location.origin}/assets/`;
  // By their tags: of a page that was painted itself the rules stand beside them.
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const own = links.flatMap(({ href }) => (href.startsWith(start) ? [new URL(href).pathname] : []));
  return [...new Set(own)];
}

/** Mantine's variables: they stand in elements of its own. */
function readThemeStyles(): string {
  const styles = [...document.querySelectorAll('style[data-mantine-styles]')].map(({ textContent }) => textContent);
  return styles.join('\n').replaceAll('<', '');
}

/** The document's title, which ends with the service's name. */
function titleOf({ title }: Lesson): string {
  const serviceName = document.title.split(' | ').at(-1);
  return `${title} | ${serviceName}`;
}

const classOf = ({ className }: Element) => `class="${escapeMarkup(className)}"`;

/** The frame of the screen that stands, around what is painted of it; undefined where there is none. */
function findFrame(): { main: Element; write: (content: string) => string } | undefined {
  const main = document.getElementById('main');
  const [layout, side] = [main?.parentElement, document.getElementById('side-menu')];
  if (!main || !layout || !side) return undefined;
  const write = (content: string) =>
    `<div class="${escapeMarkup(layout.className)} painted"><div ${classOf(side)}></div>` +
    `<main ${classOf(main)} id="main" tabindex="-1">${content}</main></div>`;
  return { main, write };
}

function finish(title: string, html: string, rules: StyleRules, fonts: string[]): Prerendering {
  return { title, sheets: listSheets(), fonts, css: `${readThemeStyles()}\n${writeRules(rules)}`, html };
}

/**
 * Writes a lesson without what the queue or the server may change: no marks of sets, no 読了.
 *
 * @param article `LessonArticle`; its last element is left out.
 * @returns undefined where it is not whole, and where no lesson stands on the screen.
 */
export function paint(lesson: Lesson, article: Element): Prerendering | undefined {
  const frame = findFrame();
  const bar = frame?.main.querySelector('[data-bottom-bar]');
  if (!frame || !bar || article.querySelector('[aria-busy]')) return undefined;
  if (article.querySelector('h1')?.textContent !== lesson.title) return undefined;
  if (article.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined;
  const rules: StyleRules = new Map();
  const sets = article.lastElementChild;
  const text = writeMarkup(article, rules, (element) => element === sets || element.localName === 'dialog');
  // The first paragraph is the lesson's place; until the app has asked, what is painted is the device's copy.
  const day = lesson.cachedAt ? '' : `\u00A0・ 端末の保存 ${formatDay(new Date(now()).toISOString())}`;
  const html = frame.write(
    `${text.replace('</p>', `${day}</p>`)}<div ${classOf(bar)}><div class="skeleton-main"></div></div>`,
  );
  return finish(titleOf(lesson), html, rules, listFonts(article));
}

/** What is on its way, and what says of itself that no screen opens with it: an error, a list that somebody has narrowed. */
const PASSING = '[aria-busy], [data-passing], dialog[open]';

/** Writes the title and outline of the screen that stands; undefined where it is not whole, or not as it opens. */
export function prerenderOutline(): Prerendering | undefined {
  const frame = findFrame();
  if (!frame || !frame.main.querySelector('h1') || frame.main.querySelector(PASSING)) return undefined;
  if (frame.main.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined;
  const rules: StyleRules = new Map();
  const outline = [...frame.main.children].map((child) => writeOutline(child, rules)).join('');
  return finish(document.title, frame.write(outline), rules, []);
}
