/** A button without further target, such as 次へ on the last page: not disabled, so that it keeps the keyboard focus. */

/** Returns its attributes; the caller must ignore presses. */
export function atEdge(isEdge: boolean) {
  return { 'aria-disabled': isEdge, 'data-disabled': isEdge || undefined };
}
