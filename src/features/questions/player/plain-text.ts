/** A question's text as one line without its markdown: for lists. */
import { plainFurigana } from '@/ui/markdown/furigana';
import { plainFormula } from '@/ui/markdown/plain-formula';

/** Code, and formulas as they open and close in texts: no space inside, no digit after. */
const FORMULA = /(`[^`]*`)|\$\$([^$]+)\$\$|\$(?!\s)([^$`]+?)(?<!\s)\$(?!\d)/g;

/** The first line of a markdown text, bare; code stays as it is written. */
export function plainText(markdown: string): string {
  const [first = ''] = markdown.split(/\n\s*\n|\n```/);
  return plainFurigana(first)
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(
      FORMULA,
      (_, code?: string, block?: string, inline?: string) => code ?? plainFormula(block ?? inline ?? ''),
    )
    .replace(/(\*\*|__|`)/g, '')
    .replace(/^[#>\s-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
