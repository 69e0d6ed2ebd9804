/** Which statements change nothing, and so may be asked again. */

/** A `with` may write inside; one that only speaks of it, in a text or a name, counts as one that does. */
const READ = /^\s*(select|show)\b|^\s*with\b(?!.*\b(insert|update|delete|merge)\b)/is;

/** Whether a statement outside a transaction changes nothing. */
export function isReadStatement(text: string): boolean {
  return READ.test(text);
}
