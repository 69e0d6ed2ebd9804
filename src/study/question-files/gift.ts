/**
 * Reads Moodle's GIFT format: https://docs.moodle.org/en/GIFT_format. Own parser, because gift-pegjs stops at the first
 * fault of a file.
 */
import { type FileChoice, type FileEntry, type FileQuestion, LeftOutError, readEntry, toLines } from './file-question';

type Answers = Pick<FileQuestion, 'type' | 'choices' | 'acceptedAnswers' | 'explanation'>;

/**
 * Reads the answers of a GIFT question, between { and }: their type follows from the signs they start with, as in
 * Moodle.
 */
interface AnswerContext {
  /** Reads a text in the question's format. */
  read: (text: string) => string;
  notes: Set<string>;
}

interface GiftAnswer {
  isMarkedRight: boolean;
  /** The weight of the answer in per cent; undefined if none is written. */
  share: number | undefined;
  body: string;
  feedback: string;
}

const FEEDBACK_JOINED = '選択肢ごとのフィードバックは、解説にまとめます。';

/** Splits the answers of a GIFT question, such as `=right#feedback ~%50%half`, at their signs. */
function splitAnswers(text: string, { read }: AnswerContext): GiftAnswer[] {
  return [...text.matchAll(/([~=])([^~=]*)/g)].map(([, sign, written = '']) => {
    const [head = '', ...feedback] = written.split('#');
    const [prefix, share] = /^\s*%(-?\d{1,3}(?:\.\d{1,9})?)%/.exec(head) ?? [];
    return {
      isMarkedRight: sign === '=',
      share: share === undefined ? undefined : Number(share),
      body: read(head.slice(prefix?.length ?? 0)),
      feedback: read(feedback.join('#')),
    };
  });
}

function joinFeedback(answers: readonly { body: string; feedback: string }[], notes: Set<string>): string {
  const lines = answers.filter(({ feedback }) => feedback !== '');
  if (lines.length > 0) notes.add(FEEDBACK_JOINED);
  return lines.map(({ body, feedback }) => `- ${body.replaceAll(/\s+/g, ' ')}：${feedback}`).join('\n');
}

function toChoices(answers: readonly GiftAnswer[], isRight: (answer: GiftAnswer) => boolean): FileChoice[] {
  return answers.map((answer) => ({ body: answer.body, isCorrect: isRight(answer) }));
}

/**
 * Reads the choices of a GIFT question. An answer marked with `=` is the right one; if no answer has `=`, each choice
 * with a positive percentage is right.
 */
function readChoices(text: string, context: AnswerContext): Answers {
  const answers = splitAnswers(text, context);
  const rights = answers.filter(({ isMarkedRight }) => isMarkedRight);
  if (rights.length > 1) {
    throw new LeftOutError('正解（=）がいくつもあります。すべて選ぶ問題なら、~%50% のように割合で書いてください。');
  }
  const shared = answers.filter(({ isMarkedRight, share = 0 }) => !isMarkedRight && share > 0);
  const explanation = joinFeedback(answers, context.notes);
  const others = { acceptedAnswers: [], explanation };
  if (rights.length === 1) {
    if ((rights[0]?.share ?? 100) !== 100) throw new LeftOutError('正解（=）の割合が100%ではありません。');
    for (const { body, share } of shared) {
      context.notes.add(`部分点はないため、「${body}」（${share}%）は不正解になります。`);
    }
    return { ...others, type: 'single', choices: toChoices(answers, ({ isMarkedRight }) => isMarkedRight) };
  }
  if (shared.length === 0) throw new LeftOutError('正解の選択肢がありません。');
  // Moodle's export marks the one right answer of a question with several by 100 %.
  if (shared.length === 1 && shared[0]?.share === 100)
    return { ...others, type: 'single', choices: toChoices(answers, (answer) => shared.includes(answer)) };
  context.notes.add('割合のある選択肢をすべて選ぶと正解の、複数選択になります（部分点はありません）。');
  return { ...others, type: 'multiple', choices: toChoices(answers, (answer) => shared.includes(answer)) };
}

/** Reads true or false, `{T}` and `{F#feedback if wrong#feedback if right}`; undefined for other answers. */
function readTrueFalse(text: string, { read, notes }: AnswerContext): Answers | undefined {
  const [head = '', wrong = '', right = ''] = text.split('#');
  const word = head.trim().toUpperCase();
  if (!['T', 'TRUE', 'F', 'FALSE'].includes(word)) return undefined;
  const isTrue = word.startsWith('T');
  notes.add('正誤問題は、「正しい」「誤り」の単一選択になります。');
  const choices = [
    { body: '正しい', isCorrect: isTrue },
    { body: '誤り', isCorrect: !isTrue },
  ];
  const withFeedback = choices.map(({ body, isCorrect }) => ({ body, feedback: read(isCorrect ? right : wrong) }));
  return { type: 'single', choices, acceptedAnswers: [], explanation: joinFeedback(withFeedback, notes) };
}

/** Matches Moodle's wildcard `*`, which means any text, unless a backslash precedes it. */
const wildcard = /(?:^|[^\\])\*/;

function readShortAnswers(text: string, context: AnswerContext): Answers {
  const answers = splitAnswers(text.includes('=') ? text : `=${text}`, context);
  const accepted = answers.filter(({ body, share = 100 }) => {
    if (wildcard.test(body)) context.notes.add(`「${body}」の * は使えないため、この答えは除きます。`);
    else if (share !== 100) context.notes.add(`部分点はないため、「${body}」（${share}%）は除きます。`);
    else return true;
    return false;
  });
  if (accepted.length === 0) throw new LeftOutError([...context.notes, '正解の答えがありません。'].join(''));
  return {
    type: 'text',
    choices: [],
    acceptedAnswers: accepted.map(({ body }) => body.replaceAll(String.raw`\*`, '*')),
    explanation: joinFeedback(answers, context.notes),
  };
}

/** Matches an exact number: `3.14`, `3.14:0`, `=%100%3.14:0`. */
const exactNumber = /^\s*(?:%100(?:\.0{1,9})?%)?\s*(-?\d{1,30}(?:\.\d{1,30})?)\s*(?::0(?:\.0{1,9})?)?\s*$/;

/** Only exact numbers can become a text answer; a range is left out. */
function readNumber(text: string, { read, notes }: AnswerContext): Answers {
  const parts = text
    .slice(1)
    .split('=')
    .filter((part) => part.trim() !== '');
  const answers = parts.map((part) => {
    const [head = '', ...feedback] = part.split('#');
    return { body: exactNumber.exec(head)?.[1], feedback: read(feedback.join('#')) };
  });
  const values = answers.flatMap(({ body }) => body ?? []);
  if (values.length === 0 || values.length < answers.length) {
    throw new LeftOutError('範囲・誤差・部分点のある数値問題は取り込めません。');
  }
  notes.add(`数値問題は記述になります。「${values.join('」「')}」と同じ書き方だけが正解です。`);
  const explanation = joinFeedback(
    answers.map(({ body = '', feedback }) => ({ body, feedback })),
    notes,
  );
  return { type: 'text', choices: [], acceptedAnswers: values, explanation };
}

/** Reads the part between { and }, with escapes hidden. @throws {LeftOutError} */
function readAnswers(text: string, context: AnswerContext): Answers {
  if (text === '') throw new LeftOutError('作文問題（{}）は取り込めません。');
  if (text.startsWith('#')) return readNumber(text, context);
  if (/^\d*:[A-Z_]+:/i.test(text)) throw new LeftOutError('穴埋め問題（Cloze）は取り込めません。');
  if (!/^[~=]/.test(text) && /[~=]/.test(text.split('#')[0] ?? '')) {
    throw new LeftOutError('答えは = か ~ で始めてください。答えの中の = と ~ は、\\= と \\~ と書きます。');
  }
  if (text.includes('~')) return readChoices(text, context);
  if (text.includes('=') && text.includes('->')) throw new LeftOutError('組み合わせ問題（->）は取り込めません。');
  return readTrueFalse(text, context) ?? readShortAnswers(text, context);
}

/** In GIFT `\n` is a line break. Source: https://docs.moodle.org/en/GIFT_format, "Special Characters". */
const escapable = String.raw`~=#{}:\n`;
/** Escaped signs are replaced by characters that Unicode reserves for such use inside a program. */
const FIRST_STAND_IN = 0xfdd0;

/** Replaces escaped signs, so that the remaining signs are GIFT syntax. */
function hideEscapes(text: string): string {
  return text.replaceAll(/\\([~=#{}:\\n])/g, (_, sign: string) =>
    String.fromCharCode(FIRST_STAND_IN + escapable.indexOf(sign)),
  );
}

/** Restores escaped signs that were replaced before, without their backslash. */
function showEscapes(text: string): string {
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

type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown';

/** Splits the format off a text, as in `[html]<p>…`. */
function splitFormat(text: string): { format?: TextFormat; rest: string } {
  const match = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(text);
  if (!match) return { rest: text };
  return { format: match[1]?.toLowerCase() as TextFormat, rest: text.slice(match[0].length) };
}

/** Matches the HTML that Moodle's editor writes around each text. */
const blockTag = /^\s*<(?:p|div|span|ul|ol|table|h\d)\b[^<>]*>/i;

/** Returns a reader of texts in a question's format. @param notes gets a note on each kind of content that is lost. */
function createTextReader(format: TextFormat | undefined, notes: Set<string>) {
  return (text: string): string => {
    const own = splitFormat(text);
    const written = showEscapes(own.rest);
    const stated = own.format ?? format;
    // Moodle exports texts in Moodle's format, which may contain HTML, without a prefix.
    const isHtml = stated === 'html' || ((stated === undefined || stated === 'moodle') && blockTag.test(written));
    return (isHtml ? htmlToText(written, notes) : written).trim();
  };
}

interface Block {
  /** From 1. */
  line: number;
  text: string;
}

/** Splits a GIFT file at blank lines; leaves out comments and `$CATEGORY` lines. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of toLines(text).entries()) {
    const trimmed = line.trim();
    if (trimmed === '') open = undefined;
    else if (trimmed.startsWith('//') || trimmed.startsWith('$CATEGORY:')) continue;
    else if (open) open.text += `\n${line}`;
    else blocks.push((open = { line: index + 1, text: line }));
  }
  return blocks;
}

/** Splits a GIFT question into the text before its answers, the answers, and the text after them. */
function splitAtBraces(text: string): { before: string; answers: string; after: string } {
  const start = text.indexOf('{');
  const end = text.indexOf('}');
  if (start === -1 && end === -1) throw new LeftOutError('答え（{ }）がないため、問題になりません。');
  if (end === -1) throw new LeftOutError('{ に対する } がありません。{ } の中に空行は入れられません。');
  if (start === -1 || end < start) throw new LeftOutError('} に対する { がありません。');
  const [before, answers, after] = [text.slice(0, start), text.slice(start + 1, end), text.slice(end + 1)];
  if (/[{}]/.test(answers + after)) {
    throw new LeftOutError('{ } は1組だけ使えます。文字としての { } は、\\{ と \\} と書きます。');
  }
  return { before, answers, after };
}

/** The title of a question in the author's question bank, `::title::`, which learners do not see. */
const title = /^\s*::.*?::/s;

function readQuestion(text: string, notes: string[]): FileQuestion {
  const lost = new Set<string>();
  const { format, rest } = splitFormat(text.replace(title, ''));
  const { before, answers, after } = splitAtBraces(rest);
  const read = createTextReader(format, lost);
  const [own = '', ...general] = answers.trim().split('####');
  const blank = after.trim() === '' ? '' : '_____';
  const found = readAnswers(own.trim(), { read, notes: lost });
  const explanation = [read(general.join('####')), found.explanation].filter(Boolean).join('\n\n');
  const body = read(before + blank + after);
  notes.push(...lost);
  return { ...found, body, explanation };
}

/** Reads a GIFT file; entries are in the file's order. */
export function readGift(text: string): FileEntry[] {
  return splitBlocks(text).map(({ line, text: block }) => {
    const hidden = hideEscapes(block);
    return readEntry(line, showEscapes(hidden).trim(), (notes) => readQuestion(hidden, notes));
  });
}
