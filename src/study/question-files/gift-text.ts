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

/** The named entities that editors of Moodle and word processors write. */
const entities: Readonly<Record<string, string>> = Object.fromEntries(
  'lt< gt> amp& quot" apos\' hellip… mdash— ndash– ldquo“ rdquo” lsquo‘ rsquo’ times× divide÷ plusmn± deg° microµ copy© reg® trade™ yen¥ middot· bull• larr← uarr↑ rarr→ darr↓ harr↔ minus− le≤ ge≥ ne≠ asymp≈ infin∞ radic√ sup1¹ sup2² sup3³ frac12½ frac14¼ frac34¾ piπ sum∑ sect§ laquo« raquo»'
    .split(' ')
    .map((each) => [each.slice(0, -1), each.slice(-1)]),
);

/** Raised and lowered digits and signs, in the order of `plainDigits`. */
const plainDigits = '0123456789+-=()n';
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ';
const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ';

/** Keeps the meaning of `10<sup>3</sup>` in plain text, as 10³, or 10^(x) for letters that have no raised form. */
function shiftText(text: string, tag: string): string {
  const signs = tag.toLowerCase() === 'sup' ? raised : lowered;
  const shifted = text
    .normalize('NFKC')
    .replaceAll('−', '-')
    .split('')
    .map((sign) => signs[plainDigits.indexOf(sign)]);
  return shifted.includes(undefined) ? `${signs === raised ? '^' : '_'}(${text})` : shifted.join('');
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return name === 'nbsp' ? ' ' : (entities[name] ?? entities[name.toLowerCase()] ?? whole);
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

const HTML_DROPPED = 'HTMLの書式は外し、文字だけにします。';
const PICTURE_DROPPED = '画像は取り込めません。追加したあとで入れてください。';

/**
 * Returns HTML as plain text; markdown shows tags as text, so nothing is ever rendered as HTML. @param notes gets a
 * note on each kind of content that is lost.
 */
function htmlToText(html: string, notes: Set<string>): string {
  if (/<img\b/i.test(html)) notes.add(PICTURE_DROPPED);
  if (/<(?!\/?(?:p|br|div|span|img)\b)\/?[a-z]/i.test(html)) notes.add(HTML_DROPPED);
  return html
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(/<(su[bp])\b[^<>]*>([^<>]{1,40})<\/su[bp]>/gi, (_, tag: string, text: string) => shiftText(text, tag))
    .replaceAll(/<br\b[^<>]*>|<\/(?:p|div|li|tr|h\d|pre)\s*>/gi, '\n')
    .replaceAll(/<\/t[dh]\s*>/gi, ' ')
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, '')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{1,6}\d{0,2});/gi, decodeEntity)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown';

/** Splits the format off a text, as in `[html]<p>…`. */
export function splitFormat(text: string): { format?: TextFormat; rest: string } {
  const match = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text);
  if (!match) return { rest: text };
  return { format: match[1]?.toLowerCase() as TextFormat, rest: text.slice(match[0].length) };
}

/** Matches the HTML that Moodle's editor writes around each text. */
const blockTag = /^\s*<(?:p|div|span|ul|ol|table|h\d)\b[^<>]*>/i;

/** Returns a reader of texts in a question's format. @param notes gets a note on each kind of content that is lost. */
export function createTextReader(format: TextFormat | undefined, notes: Set<string>) {
  return (text: string): string => {
    const own = splitFormat(text);
    const written = showEscapes(own.rest);
    const stated = own.format ?? format;
    // Moodle exports texts of its own format, which may hold HTML, without a prefix.
    const isHtml = stated === 'html' || ((stated === undefined || stated === 'moodle') && blockTag.test(written));
    return (isHtml ? htmlToText(written, notes) : written).trim();
  };
}
