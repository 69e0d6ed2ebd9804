/** What stands before a lesson's words in documents that were written elsewhere: settings, and the title once more. */
import { readHeadings } from './markdown-outline';

/** Settings in YAML at the very beginning. */
export const frontMatter = /^---[ \t]*\r?\n(?=\s*[\w-]+[ \t]*:)(?:.*\r?\n){1,100}?---[ \t]*(?:\r?\n|$)/;

function fold(words: string): string {
  return words.normalize('NFKC').replace(/\s/g, '').toLowerCase();
}

/** A heading of one line that opens a text and says what the lesson is called. */
function withoutTitle(text: string, title: string): string {
  const [first] = readHeadings(text).byLine;
  if (!first || fold(first[1].text) !== fold(title)) return text;
  const lines = text.split('\n');
  const [number] = first;
  const isUnderlined = !lines[number - 1]?.startsWith('#');
  if (lines.slice(0, number - 1).some((line) => line.trim() !== '')) return text;
  if (isUnderlined && !/^ {0,3}(?:=|-)+\s*$/.test(lines[number] ?? '')) return text;
  return lines.fill('', number - 1, number + Number(isUnderlined)).join('\n');
}

/** A lesson's text as it is shown below its title; its lines keep their numbers. */
export function withoutPreamble(text: string, title: string): string {
  return withoutTitle(
    text.replace(frontMatter, (settings) => settings.replace(/.+/g, '')),
    title,
  );
}
