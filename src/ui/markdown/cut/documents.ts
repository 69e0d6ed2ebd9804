/**
 * Documents from other tools: removes front matter and a repeated title, and resolves links between documents to
 * lessons.
 */
import { decodeName, readHeadings } from './outline';

/** Matches YAML front matter. */
export const frontMatter = /^---[ \t]*\r?\n(?=\s*[\w-]+[ \t]*:)(?:.*\r?\n){1,100}?---[ \t]*(?:\r?\n|$)/;

/** Returns the front matter's setting of whether single line breaks are shown; undefined without such a setting. */
export function readBreaks(text: string): boolean | undefined {
  const value = /^breaks[ \t]*:[ \t]*(\w+)/m.exec(frontMatter.exec(text)?.[0] ?? '')?.[1];
  return value === undefined ? undefined : /^(?:true|yes|on)$/i.test(value);
}

function fold(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/** Removes a leading one-line heading that repeats the lesson's title. */
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

/** Returns a lesson's text as shown below its title, with unchanged line numbers. */
export function withoutPreamble(text: string, title: string): string {
  return withoutTitle(
    text.replace(frontMatter, (settings) => settings.replace(/.+/g, '')),
    title,
  );
}

/** Matches a relative URL; groups: file name without extension, and hash. */
const document = /^(?![a-z][\w+.-]*:|[?#/])(?:[^?#]*\/)?([^/?#]+?)(?:\.(?:mdx?|html?))?\/?(#.*)?$/i;

/**
 * Resolves a relative link to a lesson: by id or title of the file name, or by the link's text.
 *
 * @param lessons the possible targets.
 * @returns the lesson's path in the app; undefined without a match.
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
