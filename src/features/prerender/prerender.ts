/**
 * Writes prerendered pages from the current screen: the frame around the rendered article of a lesson, or around the skeleton of another
 * screen.
 */
import type { Lesson } from '@/api/lessons';
import type { Prerendering } from '@/device/prerendered-lessons';
import { now } from '@/storage/now';
import { formatDay } from '@/ui/formats';

import { listFonts } from './fonts-of';
import { escapeMarkup, type StyleRules, writeMarkup, writeRules } from './write-markup';
import { writeOutline } from './write-outline';

/** Screens with more elements than this are not prerendered: serializing them would block a slow phone. */
const MOST_ELEMENTS = 5000;

/** Returns the paths of the app's own style sheets, in order. */
function listSheets(): string[] {
  const start = `${globalThis.location.origin}/assets/`;
  // Read the style sheets from link tags, because a prerendered page also contains rules that have no link tag.
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const own = links.flatMap(({ href }) => (href.startsWith(start) ? [new URL(href).pathname] : []));
  return [...new Set(own)];
}

/** Returns Mantine's variables, which it keeps in its own style elements. */
function readThemeStyles(): string {
  const styles = [...document.querySelectorAll('style[data-mantine-styles]')].map(({ textContent }) => textContent);
  return styles.join('\n').replaceAll('<', '');
}

/** Returns a lesson's document title, with the service's name at its end. */
function titleOf({ title }: Lesson): string {
  const serviceName = document.title.split(' | ').at(-1);
  return `${title} | ${serviceName}`;
}

const classOf = ({ className }: Element) => `class="${escapeMarkup(className)}"`;

/** Returns the current screen's layout as a frame around prerendered content; undefined if the screen has no layout. */
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
 * Writes a lesson's prerendered page without state that the queue or the server may change: no results of question sets, no read mark
 * (読了).
 *
 * @param article rendered by `LessonArticle`; its last element, the question sets, is left out.
 * @returns undefined if the article is incomplete or the screen shows no lesson.
 */
export function paint(lesson: Lesson, article: Element): Prerendering | undefined {
  const frame = findFrame();
  const bar = frame?.main.querySelector('[data-bottom-bar]');
  // An element `font` shows that the browser has translated the page for this visit: such a page is not stored.
  if (!frame || !bar || article.querySelector('[aria-busy], font')) return undefined;
  if (article.querySelector('h1')?.textContent !== lesson.title) return undefined;
  if (article.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined;
  const rules: StyleRules = new Map();
  const sets = article.lastElementChild;
  const text = writeMarkup(article, rules, (element) => element === sets || element.localName === 'dialog');
  // Appends the date of the cached text to the first paragraph: until the app has asked the server, the page shows that text.
  const day = lesson.cachedAt ? '' : `\u00A0・ 端末の保存 ${formatDay(new Date(now()).toISOString())}`;
  const html = frame.write(
    `${text.replace('</p>', `${day}</p>`)}<div ${classOf(bar)}><div class="skeleton-main"></div></div>`,
  );
  return finish(titleOf(lesson), html, rules, listFonts(article));
}

/**
 * Selects signs of a temporary state: loading, an open dialog, `font` of a page translator, and `data-passing`, set on errors and on
 * filtered or reordered lists.
 */
const PASSING = '[aria-busy], [data-passing], dialog[open], font';

/** Writes the title and skeleton of the current screen; undefined if it is incomplete or in a temporary state. */
export function prerenderOutline(): Prerendering | undefined {
  const frame = findFrame();
  if (!frame || !frame.main.querySelector('h1') || frame.main.querySelector(PASSING)) return undefined;
  if (frame.main.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined;
  const rules: StyleRules = new Map();
  const outline = [...frame.main.children].map((child) => writeOutline(child, rules)).join('');
  return finish(document.title, frame.write(outline), rules, []);
}
