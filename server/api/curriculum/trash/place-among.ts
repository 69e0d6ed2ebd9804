/** Finds the position of a restored thing among its siblings, which may have changed meanwhile. */

/**
 * Returns the position at which to insert an id: after the nearest sibling that was before it, else before the nearest
 * one that was after it, else last.
 *
 * @param current the ids of the present siblings.
 * @param remembered the ids at the time of the deletion, with `id`.
 */
export function placeAmong(current: readonly string[], remembered: readonly string[], id: string): number {
  const at = remembered.indexOf(id);
  const present = new Set(current);
  const before = remembered.slice(0, at).findLast((sibling) => present.has(sibling));
  if (before !== undefined) return current.indexOf(before) + 1;
  const after = remembered.slice(at + 1).find((sibling) => present.has(sibling));
  return after === undefined ? current.length : current.indexOf(after);
}

/**
 * Returns the ids of the present siblings together with the siblings in the trash, which get the positions where they
 * would be restored.
 *
 * @param trashed the newest deletion first, as they would be restored one after the other.
 */
export function withTrashed(
  current: readonly string[],
  trashed: readonly { subjectId: string; siblings: readonly string[] }[],
): string[] {
  const ids = [...current];
  for (const { subjectId, siblings } of trashed) ids.splice(placeAmong(ids, siblings, subjectId), 0, subjectId);
  return ids;
}
