/** Recognises read-only statements, which can safely be repeated. */

/**
 * Matches read-only statements. A statement that begins with `with` may contain a write, so it must not contain a word
 * such as `insert`, even in a literal or a name.
 */
const READ = /^\s*(select|show)\b|^\s*with\b(?!.*\b(insert|update|delete|merge)\b)/is;

/** Returns true if a statement outside a transaction changes nothing. */
export function isReadStatement(text: string): boolean {
  return READ.test(text);
}
