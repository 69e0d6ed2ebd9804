/** Detects formulas in a text: dollars that are no amounts of money, and escaped brackets around mathematics. */

/**
 * Returns TeX with backslashes for yen signs before a letter, a brace, a row end or a spacing command: a Mac with a
 * Japanese keyboard types ¥ for a backslash. A yen sign before a number stays an amount.
 */
export function readYen(tex: string): string {
  return tex.replace(/[¥￥]{2}|[¥￥](?=[A-Za-z{}|%#&_,;:!>])/g, ({ length }) => '\\'.repeat(length));
}

const japanese = /[\u3000-\u9fff\uff00-\uffe4\uffe6-\uffef]/;
/**
 * Matches a formula in single dollars, with its content as a group: without a space inside the dollars, a digit after
 * them, or a backtick. Not from an amount to an amount (`$5の品と3$`), and not what is between amounts with their signs
 * behind (`100$と200$`).
 */
export const dollarFormula =
  /\$(?!\s|(?=\d[^$`\n\\^_=]*\$)[^$`\n\\^_=]*?[\u3000-\u9fff\uff00-\uffe4\uffe6-\uffef]|(?<=\d\$)[^A-Za-z(\\$][^$`\n\\^_=]*\d\$)([^$`\n]+)(?<!\s)\$(?!\d)/;

/** Returns whether text between dollars is a formula. @param source with its dollars and the characters beside them. */
export function isDollarFormula(source: string): boolean {
  const found = dollarFormula.exec(source.replace(/\s/g, ' '));
  return (
    found !== null && found.index === source.indexOf('$') && found[0].length >= source.lastIndexOf('$') - found.index
  );
}

const command = /\\[A-Za-z]/;
const shifted = /[\w)}\]|'][\^_][\w{\\]/;
const operator = /[=<>+×÷±≤≥≠∈→]/;
/** Matches an operand: a number, at most three letters, or a function, also several with operators between them. */
const operands =
  /^[-−]?(?:\d[\d.,]*[A-Za-z]?|[A-Za-z]{1,3}\d?'*|\p{Script=Greek}|[A-Za-z]?\([^()]{1,40}\))(?:\s*[-−/*|,:]\s*(?:[A-Za-z]\d?|\d+))*$/u;

/** Returns whether a formula has a character that hardly any prose has. */
function hasSign(written: string): boolean {
  const tex = readYen(written);
  const bare = tex.replace(/\\(?:text|mathrm|mbox)\w*\s*\{[^{}]*\}/g, '');
  if (command.test(tex) || shifted.test(bare)) return true;
  return japanese.test(bare) ? /\s[=<>]\s/.test(bare) : operator.test(bare);
}

/**
 * Returns whether what is between `\(` and `\)` is a formula: "(n+1)", not "(note)" or "(注)", whose brackets may be
 * escaped.
 */
export function isBracketFormula(tex: string): boolean {
  return tex.trim() !== '' && (hasSign(tex) || operands.test(tex.trim()));
}

/** Returns whether the lines between `\[` and `\]` are a formula: not "[1]" or "[x]". */
export function isDisplayFormula(tex: string): boolean {
  return hasSign(tex) || (/^\s+[A-Za-z]/.test(tex) && isBracketFormula(tex));
}

/** Matches text between `\(` and `\)` on one line, with the text as a group. */
export const bracketed = /\\\(((?:[^\\`\n]|\\[^()\n])+)\\\)/g;
/**
 * Matches a line on which a displayed formula begins: `\[`. Groups: the text before the bracket, a backslash that
 * escapes the other one, and the rest of the line.
 */
export const displayStart = /^((?:[ \t]*>)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?)(\\?)\\\[(.*)$/;
/** The environments of LaTeX that are formulas also without dollars around them. */
export const mathEnvironment =
  'align|alignat|aligned|array|[bBpvV]?matrix|smallmatrix|[dr]?cases|CD|displaymath|eqnarray|equation|flalign|gather|gathered|math|multline|split';
