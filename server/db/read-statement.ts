/** Recognises read-only statements, which can safely be repeated. */

/** A statement that begins with `with` may contain a write. A word such as `insert` in a literal or a name also counts as a write. */
const READ = /^\s*(select|show)\b|^\s*with\b(?!.*\b(insert|update|delete|merge)\b)/is;

/** Returns true if a statement outside a transaction changes nothing. */
export function isReadStatement(text: string): boolean {
  return READ.test(text);
}
