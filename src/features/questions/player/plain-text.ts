/** Converts a question's text to one line without its markdown, for lists. */
import { plainRuby } from '@/ui/markdown/extras/ruby';
import { bracketed, dollarFormula, isBracketFormula } from '@/ui/markdown/formulas/formula-signs';
import { plainFormula } from '@/ui/markdown/formulas/plain-formula';

/** Matches code, and formulas with their opening and closing signs. */
const FORMULA = new RegExp(`(\`[^\`]*\`)|\\$\\$([^$]+)\\$\\$|${dollarFormula.source}|${bracketed.source}`, 'g');

/** Returns the first paragraph of a markdown text without markup; code is kept as written. */
export function plainText(markdown: string): string {
  const [first = ''] = markdown.split(/\n\s*\n|\n```/);
  return plainRuby(first)
    .replace(/\$`([^`]+)`\$/g, '$$$$$1$$$$')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(FORMULA, (all: string, code?: string, block?: string, inline?: string, bracket?: string) => {
      if (bracket !== undefined && !isBracketFormula(bracket)) return all;
      return code ?? plainFormula(block ?? inline ?? bracket ?? '');
    })
    .replace(/(\*\*|__|`)/g, '')
    .replace(/^[#>\s-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
