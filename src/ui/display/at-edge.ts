/**
 * Attributes of a button that can go no further, such as 次へ (next) on the last page: not disabled, so that it keeps the
 * keyboard focus.
 */

/** Returns the attributes of a button that can go no further; the caller must ignore presses on it. */
export function atEdge(isEdge: boolean) {
  return { 'aria-disabled': isEdge, 'data-disabled': isEdge || undefined };
}
