/** Reads texts inside a GIFT question: escapes, format prefixes, and HTML, which becomes plain text. */

/** In GIFT `\n` is a line break. Source: https://docs.moodle.org/en/GIFT_format, "Special Characters". */
const escapable = String.raw`~=#{}:\n`;
/** Escaped signs are replaced by characters that Unicode reserves for such use inside a program. */
const FIRST_STAND_IN = 0xfdd0;

/** Replaces escaped signs, so that the remaining signs are GIFT syntax. */
export function hideEscapes(text: string): string {
  return text.replaceAll(/\\([~=#{}:\\n])/g, (_, sign: string) =>
    String.fromCharCode(FIRST_STAND_IN + escapable.indexOf(sign)),
  );
}

/** Restores escaped signs that were replaced before, without their backslash. */
export function showEscapes(text: string): string {
  return text.replaceAll(/[\uFDD0-\uFDD7]/g, (standIn) => {
    const sign = escapable[standIn.charCodeAt(0) - FIRST_STAND_IN] ?? '';
    return sign === 'n' ? '\n' : sign;
  });
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

const HTML_DROPPED = 'HTMLの書式は外し、文字だけにします。';
const PICTURE_DROPPED = '画像は取り込めません。追加したあとで入れてください。';

/**
 * Returns HTML as plain text; markdown shows tags as text, so nothing is ever rendered as HTML. @param notes gets a note on each kind of
 * content that is lost.
 */
function htmlToText(html: string, notes: Set<string>): string {
  if (/<img\b/i.test(html)) notes.add(PICTURE_DROPPED);
  if (/<(?!\/?(?:p|br|div|span|img)\b)\/?[a-z]/i.test(html)) notes.add(HTML_DROPPED);
  return html
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/<br\b[^<>]*>|<\/(?:p|div|li|tr|h\d|pre)\s*>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, '')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{1,6});/gi, decodeEntity)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown';

/** Splits the format off a text, as in `[html]<p>…`. */
export function splitFormat(text: string): { format?: TextFormat; rest: string } {
  const match = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text);
  if (!match) return { rest: text };
  return { format: match[1]?.toLowerCase() as TextFormat, rest: text.slice(match[0].length) };
}

/** Returns a reader of texts in a question's format. @param notes gets a note on each kind of content that is lost. */
export function createTextReader(format: TextFormat | undefined, notes: Set<string>) {
  return (text: string): string => {
    const own = splitFormat(text);
    const written = showEscapes(own.rest);
    return ((own.format ?? format) === 'html' ? htmlToText(written, notes) : written).trim();
  };
}
