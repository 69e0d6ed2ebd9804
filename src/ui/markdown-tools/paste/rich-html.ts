/** Detects at a paste whether its HTML may hold more than plain text; only then the code that converts it is loaded. */

/** The size, in UTF-16 units, above which HTML is pasted as plain text. */
const MAX_LENGTH = 2_000_000;

const structure =
  /<(?:table|ul|ol|h[1-6]|b|strong|i|em|a|img|ruby|pre|code|blockquote|hr|s|del|sup|sub|math)\b|mso-list|font-weight\s*:\s*(?:bold|[6-9]00)|font-style\s*:\s*italic|text-decoration[^;"']*line-through/i;

/**
 * Returns the clipboard's HTML if it is worth converting: it has a structure and does not come from a plain text
 * editor.
 */
export function richHtml(transfer: Pick<DataTransfer, 'types' | 'getData'>): string | undefined {
  const types = [...transfer.types];
  if (!types.includes('text/html') || types.includes('vscode-editor-data')) return undefined;
  const html = transfer.getData('text/html');
  return html.length <= MAX_LENGTH && structure.test(html) ? html : undefined;
}
