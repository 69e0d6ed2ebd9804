/**
 * Reads the answers of a GIFT question, between { and }: their type follows from the signs they start with, as in
 * Moodle.
 */
import { type FileChoice, type FileQuestion, LeftOutError } from './file-question';

type Answers = Pick<FileQuestion, 'type' | 'choices' | 'acceptedAnswers' | 'explanation'>;

export interface AnswerContext {
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
export function readAnswers(text: string, context: AnswerContext): Answers {
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
