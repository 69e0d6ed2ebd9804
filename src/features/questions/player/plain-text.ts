/** A question's text as one line without its markdown: for lists. */

/** The first line of a markdown text, bare; formulas and code stay as they are written. */
export function plainText(markdown: string): string {
  const [first = ''] = markdown.split(/\n\s*\n|\n```/);
  return first
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\{([^|{}]+)\|[^{}]*\}/g, '$1')
    .replace(/[|｜]([^《》|｜]+)《[^》]*》/g, '$1')
    .replace(/(\*\*|__|`|\$)/g, '')
    .replace(/^[#>\s-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
