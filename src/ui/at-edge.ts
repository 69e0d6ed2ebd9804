/** A button that leads no further, such as 次へ on the last page: it stays in use, so that the keyboard keeps its place. */

/** Its attributes; whoever makes it lets a press do nothing. */
export function atEdge(isEdge: boolean) {
  return { 'aria-disabled': isEdge, 'data-disabled': isEdge || undefined };
}
