/** Rewrites LiaScript: marks of animations and macros are left out, quizzes become a note with their choices. */
import { findFenced, replaceInWords } from './prose-lines';

/** A head comment with settings, an animation on a line of its own, or a choice of a quiz. */
const liaScript =
  /^\s*<!--[^]{0,2000}?^\s*(?:author|narrator|import|language|version)\s*:|^[ \t]*(?:--)?\{\{\d+(?:-\d+)?\}\}(?:--)?[ \t]*$|^[ \t]*\[(?:\([ xX]\)|\[\?\])\][ \t]/m;
const animationLine = /^[ \t]*(?:--)?\{\{[\d|>][^{}]{0,80}\}\}(?:--)?[ \t]*$/;
const animation = /\{\{\d{1,3}(?:-\d{0,3})?\}\}(?:\{([^{}]{0,500})\})?/;
const stars = /^[ \t]*\*{10,}[ \t]*$/;
const macroLine = /^[ \t]*@[\w.]+(?:\([^()]{0,300}\))?[ \t]*$/;
const choice = /^[ \t]*\[(?:\[[ xX]\]|\([ xX]\))\][ \t]+(.*)$/;
const hint = /^[ \t]*\[\[\?\]\][ \t]*(.*)$/;
/** A gap for a text, or the mark of a solution by script. */
const gap = /^[ \t]*\[\[[^\]]{0,300}\]\][ \t]*$/;

function quizLine(line: string): string | undefined {
  const hinted = hint.exec(line)?.[1];
  if (hinted !== undefined) return `> - ヒント：${hinted}`;
  const chosen = choice.exec(line)?.[1];
  return chosen === undefined ? undefined : `> - ${chosen}`;
}

/** Rewrites a whole text, keeping line numbers. */
export function readLiaScript(text: string): string {
  if (!liaScript.test(text)) return text;
  const lines = text.split(/\r\n|\n|\r/);
  const fenced = findFenced(lines);
  let isAnimated = false;
  let isFramed = false;
  let isInQuiz = false;
  const done: string[] = [];
  const quiz = '> ###### [!QUIZ]';
  for (const [at, line] of lines.entries()) {
    const option = fenced[at] ? undefined : quizLine(line);
    const wasInQuiz = isInQuiz;
    isInQuiz = option !== undefined || (!fenced[at] && gap.test(line));
    // The title takes the place of the blank line before.
    if (isInQuiz && !wasInQuiz && done.at(-1)?.trim() === '') done.splice(-1, 1, quiz);
    else if (isInQuiz && !wasInQuiz) done.push(quiz);
    const isEdge = stars.test(line) && (isAnimated || isFramed);
    if (isInQuiz) done.push(option ?? '>');
    else if (fenced[at]) done.push(line);
    else if (isEdge || animationLine.test(line) || macroLine.test(line)) done.push('');
    else done.push(replaceInWords(line, animation, (_, words = '') => words));
    if (isEdge) isFramed = !isFramed;
    if (line.trim() !== '') isAnimated = animationLine.test(line);
  }
  return done.join('\n');
}
