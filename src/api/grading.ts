/** Grading of answers: the same rule on the server and on the device (docs/wire.md, "Resources"). */
import type { Explanation, QuestionType } from './question-sets';
import type { Answer, Submit } from './submits';

/** The answer key of a question: the fields of the explanation that give the correct answer. */
export type AnswerKey = Partial<
  Pick<Explanation['questions'][number], 'correctChoiceIds' | 'acceptedAnswers' | 'correctOrder' | 'lenient'>
> & { type?: QuestionType | undefined };

/**
 * Folds what a lenient question also treats as equal, in a normalised text: hiragana and katakana; 。 and . between
 * digits; thousands separators (, and 、) of well-formed numbers. `1,00`, `0,123`, `3.141,592` and the list `1,2,300`
 * are no such numbers.
 */
function foldSpellings(text: string): string {
  return text
    .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/(?<=\d)。(?=\d)/g, '.')
    .replace(/(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?!,?\d)/g, (number) => number.replaceAll(',', ''))
    .replace(/(?<![\d.、])[1-9]\d{0,2}(?:、\d{3})+(?!、?\d)/g, (number) => number.replaceAll('、', ''));
}

/**
 * Normalises a text answer for comparison. Treated as equal: full and half width (NFKC); upper and lower case; any runs
 * of white space; dashes, hyphens and minus signs; curly and straight quotes, and primes; wave dashes. Invisible
 * characters are ignored. Input methods type ー for a minus and － for a long vowel: next to a digit ー becomes a minus,
 * after kana a dash becomes ー. Still different: ひらがな and カタカナ, punctuation (。 and .), digit grouping, backquotes.
 *
 * @param isLenient true for a question that also treats kana, decimal points and digit grouping as equal.
 */
export function normaliseText(text: string, isLenient = false): string {
  const normalised = text
    .replace(/(?!\s)[\p{DI}\p{Cc}]|\uFEFF/gu, '')
    // Replace quotes and tildes before NFKC, which would turn ´ and ˜ into a space with a mark, and ″ into two
    // characters.
    .replace(/[‘-‛´ʻ-ʽ′]/g, "'")
    .replace(/[“-‟″〝-〟]/g, '"')
    .replace(/[〜∼˜〰]/g, '~')
    .normalize('NFKC')
    .replace(/[\p{Pd}−─]/gu, '-')
    .replace(/(^|[^ぁ-ヿ])ー(?=[\d.])|(\d)ー(?![ぁ-ヿ])/g, '$1$2-')
    .replace(/([ぁ-ヿ])-(?![\w.])/g, '$1ー')
    .replace(/\s+/g, ' ')
    .trim()
    // Convert to upper case first, then to lower case, so that 'ß' and 'SS' become equal.
    .toUpperCase()
    .toLowerCase();
  return isLenient ? foldSpellings(normalised) : normalised;
}

function isSameOrder(chosen: readonly string[], correct: readonly string[]): boolean {
  return chosen.length === correct.length && chosen.every((id, index) => id === correct[index]);
}

function isSameSet(chosen: readonly string[], correct: readonly string[]): boolean {
  const chosenIds = new Set(chosen);
  const correctIds = new Set(correct);
  return chosenIds.size === correctIds.size && [...chosenIds].every((id) => correctIds.has(id));
}

type TextCache = WeakMap<readonly string[], ReadonlySet<string>>;
const caches: Record<'exact' | 'lenient', TextCache> = { exact: new WeakMap(), lenient: new WeakMap() };

/** Normalises accepted texts, once for each list: a set of questions may accept thousands of them. */
function normaliseAccepted(accepted: readonly string[], isLenient: boolean): ReadonlySet<string> {
  const cache = caches[isLenient ? 'lenient' : 'exact'];
  const texts = cache.get(accepted) ?? new Set(accepted.map((text) => normaliseText(text, isLenient)));
  cache.set(accepted, texts);
  return texts;
}

/**
 * Returns whether an answer is exactly right: the same set of choices, the same order, or one of the accepted texts.
 */
export function gradeAnswer(key: AnswerKey, answer: Omit<Answer, 'questionId'> | undefined): boolean {
  if (!answer) return false;
  if (key.correctOrder) return isSameOrder(answer.choiceIds ?? [], key.correctOrder);
  if (key.correctChoiceIds) return isSameSet(answer.choiceIds ?? [], key.correctChoiceIds);
  const isLenient = key.lenient === true;
  const text = normaliseText(answer.text ?? '', isLenient);
  return text !== '' && normaliseAccepted(key.acceptedAnswers ?? [], isLenient).has(text);
}

/** Grades the answers to a question set: one point for each question that is answered exactly right. */
export function gradeAnswers(keys: readonly (AnswerKey & { questionId: string })[], answers: readonly Answer[]) {
  const answerTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  const results = keys.map((key) => ({
    questionId: key.questionId,
    correct: gradeAnswer(key, answerTo.get(key.questionId)),
  }));
  return { results, score: results.filter(({ correct }) => correct).length, maxScore: results.length };
}

/** The fields of a graded submit that regrading needs: answers, results, score and maximum score. */
export type GradedSubmit = Pick<Submit, 'results' | 'score'> & { maxScore: number; answers: readonly Answer[] };

/**
 * Returns true if an answer can be one to the question as it is now. After a change of its type or of its number of
 * choices to order, earlier answers do not belong to the question.
 */
export function isAnswerTo({ type, correctOrder, correctChoiceIds }: AnswerKey, answer: Answer | undefined): boolean {
  const { choiceIds, text } = answer ?? {};
  if (choiceIds === undefined && text === undefined) return true;
  if (!correctOrder && !correctChoiceIds) return choiceIds === undefined;
  if (choiceIds === undefined || text !== undefined) return false;
  if (correctOrder) return choiceIds.length === correctOrder.length;
  return type !== 'single' || new Set(choiceIds).size <= 1;
}

/**
 * Rescores a submit by the present answer key. Only questions that the submit was scored on and that the set still has
 * are rescored; other results and `maxScore` do not change.
 *
 * @param keys the set's present key by question id.
 */
export function rescore(keys: ReadonlyMap<string, AnswerKey>, { answers, results, score, maxScore }: GradedSubmit) {
  const answerTo = new Map(answers.map((answer) => [String(answer.questionId), answer]));
  let change = 0;
  const judged = results.map((result, index) => {
    const key = keys.get(result.questionId);
    const answer = answerTo.get(result.questionId);
    // Results beyond maxScore belong to answers to questions that had already been deleted.
    if (index >= maxScore || !key || !isAnswerTo(key, answer)) return result;
    const correct = gradeAnswer(key, answer);
    change += Number(correct) - Number(result.correct);
    return { ...result, correct };
  });
  const isChanged = judged.some(({ correct }, index) => correct !== results[index]?.correct);
  return { results: judged, score: score + change, maxScore, isChanged };
}
