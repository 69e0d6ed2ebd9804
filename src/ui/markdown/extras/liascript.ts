/** Rewrites LiaScript: removes marks of animations and macros, and turns quizzes into a note with their choices. */
import { findFenced, replaceInWords } from './prose-lines';

/** Matches a head comment with settings, an animation mark that fills a line, or a choice of a quiz. */
const liaScript =
  /^\s*<!--[^]{0,2000}?^\s*(?:author|narrator|import|language|version)\s*:|^[ \t]*(?:--)?\{\{\d+(?:-\d+)?\}\}(?:--)?[ \t]*$|^[ \t]*\[(?:\([ xX]\)|\[\?\])\][ \t]/m;
const animationLine = /^[ \t]*(?:--)?\{\{[\d|>][^{}]{0,80}\}\}(?:--)?[ \t]*$/;
const animation = /\{\{\d{1,3}(?:-\d{0,3})?\}\}(?:\{([^{}]{0,500})\})?/;
const stars = /^[ \t]*\*{10,}[ \t]*$/;
const macroLine = /^[ \t]*@[\w.]+(?:\([^()]{0,300}\))?[ \t]*$/;
/** Matches quote signs before a line, and a list's marker before a choice. */
const before = /^[ \t]*((?:>[ \t]*)*)(?:[-+*][ \t]+)?(?=\[[[(])/;
const choice = /^\[(?:\[[ xX]\]|\([ xX]\))\][ \t]+(.*)$/;
const hint = /^\[\[\?\]\][ \t]*(.*)$/;
/**
 * Matches a quiz's text gap, a selection list (which may continue in the next lines), or the mark of a solution by
 * script.
 */
const gap = /^\[\[[^\]]{0,300}(?:\]\][ \t]*)?$/;

/** Returns the lines that replace a quiz line; undefined for other lines. */
function quizLine(line: string): string | undefined {
  const [found, quotes = ''] = before.exec(line) ?? [];
  if (found === undefined) return undefined;
  const words = line.slice(found.length);
  const hinted = hint.exec(words)?.[1];
  const item = hinted === undefined ? choice.exec(words)?.[1] : `ヒント：${hinted}`;
  if (item === undefined && !gap.test(words)) return undefined;
  return `${quotes.replaceAll(/\s/g, '')}>${item === undefined ? '' : ` - ${item}`}`;
}

/** Rewrites a whole text, keeping line numbers. */
export function readLiaScript(text: string): string {
  if (!liaScript.test(text)) return text;
  const lines = text.split(/\r\n|\n|\r/);
  const fenced = findFenced(lines);
  let isAnimated = false;
  let isFramed = false;
  let isInQuiz = false;
  let isGapOpen = false;
  const done: string[] = [];
  for (const [at, line] of lines.entries()) {
    // A selection list of a quiz continues until its closing brackets.
    const isInGap: boolean = isGapOpen;
    const option: string | undefined = fenced[at] ? undefined : isInGap ? '>' : quizLine(line);
    isGapOpen = isInGap
      ? line.trim() !== '' && !line.includes(']]')
      : option?.endsWith('>') === true && !line.includes(']]');
    const wasInQuiz = isInQuiz;
    isInQuiz = option !== undefined;
    const quotes = option === undefined ? '' : (/^>*(?=>)/.exec(option)?.[0] ?? '');
    const quiz = `${quotes}> ###### [!QUIZ]`;
    // The quiz's title replaces the blank line before it.
    if (isInQuiz && !wasInQuiz && /^[\s>]*$/.test(done.at(-1) ?? '-')) done.splice(-1, 1, quiz);
    else if (isInQuiz && !wasInQuiz) done.push(quiz);
    const isEdge = stars.test(line) && (isAnimated || isFramed);
    if (option !== undefined) done.push(option);
    else if (fenced[at]) done.push(line);
    else if (isEdge || animationLine.test(line) || macroLine.test(line)) done.push('');
    else done.push(replaceInWords(line, animation, (_, words = '') => words));
    if (isEdge) isFramed = !isFramed;
    if (line.trim() !== '') isAnimated = animationLine.test(line);
  }
  return done.join('\n');
}
