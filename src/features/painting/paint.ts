/** What is painted of a lesson: its article as it was drawn, in the frame of the lesson that stands on the screen. */
import type { Lesson } from '@/api/lessons';
import type { Painting } from '@/device/painted-lessons';
import { now } from '@/storage/now';
import { formatDay } from '@/ui/formats';

import { listFonts } from './fonts-of';
import { escapeMarkup, type StyleRules, writeMarkup, writeRules } from './write-markup';

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

/**
 * Writes a lesson without what the queue or the server may change: no marks of sets, no 読了.
 *
 * @param article `LessonArticle`; its last element is left out.
 * @returns undefined where it is not whole, and where no lesson stands on the screen.
 */
export function paint(lesson: Lesson, article: Element): Painting | undefined {
  const main = document.getElementById('main');
  const [layout, bar] = [main?.parentElement, main?.querySelector('[data-bottom-bar]')];
  const side = document.getElementById('side-menu');
  if (!main || !layout || !side || !bar || article.querySelector('[aria-busy]')) return undefined;
  if (article.querySelector('h1')?.textContent !== lesson.title) return undefined;
  if (article.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined;
  const rules: StyleRules = new Map();
  const sets = article.lastElementChild;
  const text = writeMarkup(article, rules, (element) => element === sets || element.localName === 'dialog');
  // The first paragraph is the lesson's place; until the app has asked, what is painted is the device's copy.
  const day = lesson.cachedAt ? '' : `\u00A0・ 端末の保存 ${formatDay(new Date(now()).toISOString())}`;
  const html =
    `<div class="${escapeMarkup(layout.className)} painted"><div ${classOf(side)}></div>` +
    `<main ${classOf(main)} id="main" tabindex="-1">${text.replace('</p>', `${day}</p>`)}` +
    `<div ${classOf(bar)}><div class="skeleton-main"></div></div></main></div>`;
  const css = `${readThemeStyles()}\n${writeRules(rules)}`;
  return { title: titleOf(lesson), sheets: listSheets(), fonts: listFonts(article), css, html };
}
