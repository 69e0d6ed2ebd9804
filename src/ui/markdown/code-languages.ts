/** The languages that code in lessons is coloured for; the highlighter knows them by every name an author may write. */
const names =
  /^(?:bash|z?sh|shell|console|py(?:thon)?|js(?:x|on)?|javascript|tsx?|typescript|sql|diff|patch|ya?ml|xml|html|svg|css)$/;

/** The name of a language that the highlighter knows; undefined for code that stays plain. */
export function readLanguage(name: string): string | undefined {
  const key = name.toLowerCase();
  return names.test(key) ? key : undefined;
}
