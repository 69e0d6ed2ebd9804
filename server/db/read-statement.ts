/** Recognises read-only statements, which can safely be repeated. */

/** `with` may contain a write. One that has such a word only in a literal or a name also counts as a write. */
const READ = /^\s*(select|show)\b|^\s*with\b(?!.*\b(insert|update|delete|merge)\b)/is;

/** Returns true if a statement outside a transaction changes nothing. */
export function isReadStatement(text: string): boolean {
  return READ.test(text);
}
