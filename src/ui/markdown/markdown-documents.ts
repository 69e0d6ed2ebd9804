/** Texts that were written elsewhere: what stands before their words, and which lesson a link from one to another means. */
import { decodeName, readHeadings } from './markdown-outline';

/** Settings in YAML at the very beginning. */
export const frontMatter = /^---[ \t]*\r?\n(?=\s*[\w-]+[ \t]*:)(?:.*\r?\n){1,100}?---[ \t]*(?:\r?\n|$)/;

function fold(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/** Takes away a heading of one line that opens a text and says what the lesson is called. */
function withoutTitle(text: string, title: string): string {
  const [[number, heading] = [0, undefined]] = readHeadings(text).byLine;
  if (!heading || fold(heading.text) !== fold(title)) return text;
  const lines = text.split('\n');
  const isUnderlined = !lines[number - 1]?.startsWith('#');
  const isFirst =
    lines
      .slice(0, number - 1)
      .join('')
      .trim() === '';
  const isLine = !isUnderlined || /^ {0,3}[=-]+\s*$/.test(lines[number] ?? '');
  return isFirst && isLine ? lines.fill('', number - 1, number + Number(isUnderlined)).join('\n') : text;
}

/** A lesson's text as it is shown below its title; its lines keep their numbers. */
export function withoutPreamble(text: string, title: string): string {
  return withoutTitle(
    text.replace(frontMatter, (settings) => settings.replace(/.+/g, '')),
    title,
  );
}

/** A relative address: its file's name without the ending, and what follows. */
const document = /^(?![a-z][\w+.-]*:|[?#/])(?:[^?#]*\/)?([^/?#]+?)(?:\.(?:mdx?|html?))?\/?(#.*)?$/i;

/**
 * Where a relative link leads: to the lesson that is called so, by id or title, or whose title the link's words are.
 *
 * @param lessons those that it may lead to
 * @returns the lesson's address in the app; undefined where the link means none of them
 */
export function findLinkedLesson(
  lessons: readonly { id: string; title: string }[],
  href: string,
  words: string,
): string | undefined {
  const [isRelative, name = '', hash = ''] = document.exec(href) ?? [];
  if (isRelative === undefined) return undefined;
  const names = [decodeName(name), words].map(fold);
  const found = lessons.find(({ id }) => id === name) ?? lessons.find(({ title }) => names.includes(fold(title)));
  return found && `/lessons/${found.id}${hash}`;
}
