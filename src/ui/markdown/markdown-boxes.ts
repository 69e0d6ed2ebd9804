/** The first and last lines of boxes with marks at both ends: `:::tip` … `:::` and `/// tip | title` … `///`. */

/**
 * Groups: signs; name in braces; what follows this name in the braces; name without braces; rest of the line. After
 * slashes only a name and `| title` make a box.
 */
export const boxStart =
  /^(:{3,}|\/{3,}(?=[ \t]*[a-z][\w-]*[ \t]*(?:\||$)))[ \t]*(?:\{(?:#[\w:.-]{1,80}[ \t]+)?\.?([a-z][\w-]*)([^{}]*)\}|([a-z][\w-]*))[ \t]*(.*)$/i;
export const boxEnd = /^(?::{3,}|\/{3,})[ \t]*$/;
