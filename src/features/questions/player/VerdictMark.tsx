/** Shows a right or wrong answer as a mark with words. */
import IconCheck from '~icons/check';
import IconX from '~icons/x';

export interface VerdictMarkProps {
  /** True if the answer is right; undefined before it is graded. */
  correct: boolean | undefined;
  /** True if the attempt is graded: a verdict that is missing then is one that the server does not send. */
  isGraded?: boolean;
  /** Undefined if the server does not send the answer. */
  isAnswered: boolean | undefined;
  /**
   * The verdict by the current solution, if it differs from the verdict of the grading: the mark then shows neither the
   * colour for right nor that for wrong.
   */
  correctToday?: boolean;
}

/** Returns the words of a verdict. */
export function verdictWords({ correct, isGraded, isAnswered, correctToday }: VerdictMarkProps): string {
  if (correctToday !== undefined) {
    return correctToday ? '採点ではまちがい、いまの正解では正解' : '採点では正解、いまの正解ではまちがい';
  }
  if (correct) return '正解';
  if (isAnswered === undefined) return correct === undefined ? '解答は不明' : 'まちがい';
  if (!isAnswered) return '未解答';
  if (correct === undefined) return isGraded ? '正誤は不明' : '採点は送信後';
  return 'まちがい';
}

const tones = { right: 'tone-ok', wrong: 'tone-bad', open: 'bg-track' };

export function VerdictMark(props: VerdictMarkProps) {
  const { correct, correctToday } = props;
  const state = correct === undefined || correctToday !== undefined ? 'open' : correct ? 'right' : 'wrong';
  return (
    <span className={`pill inline-flex items-center gap-6 ${tones[state]}`} data-state={state}>
      {state === 'right' && <IconCheck size={18} aria-hidden />}
      {state === 'wrong' && <IconX size={18} aria-hidden />}
      {verdictWords(props)}
    </span>
  );
}
