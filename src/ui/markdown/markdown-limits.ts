/**
 * Limits of a text, checked before it is drawn; text beyond a limit is shown as plain text. Measured with
 * `npm run test:bombs`.
 */

/** Maximum size of the rendered part of a text; the rest is shown as plain text. */
export const MAX_BYTES = 100 * 1024;
export const MAX_TEXT_LINES = 6000;
/** Maximum size of a slice in weighted characters: about 20 ms of layout on an unthrottled machine. */
export const SLICE_WEIGHT = 5000;

// Limits of one piece of a text, which lies between two blank lines at the first column.

/** Maximum number of lines of a piece, without those of code. */
export const MAX_LINES = 3000;
/** Maximum number of characters of a line, and of the text between two blank lines, which is laid out together. */
export const MAX_LINE_LENGTH = 25_000;
export const MAX_BLOCK = 50_000;
/**
 * Maximum number of joining letters in one word, as in Arabic: the browser shapes all following letters again for every
 * line.
 */
export const MAX_JOINED = 25;
/** Maximum size of the text between the blank lines of a list or quote, which is parsed and laid out at once. */
export const MAX_BLOCKS = 300;
/** Maximum number of lines of a collapsible `<details>`; a longer one is shown as normal text. */
export const MAX_FOLD = 100;
/** Maximum number of consecutive brackets. */
export const MAX_BRACKETS = 200;
/** Maximum nesting of lists and quotes; the parser's stack overflows at some hundreds of levels. */
export const MAX_NESTING = 20;
/** Maximum number of list and quote markers at the beginnings of lines. */
export const MAX_MARKERS = 4000;
/** Maximum number of lines of hyphens or equals signs, on which the parser is quadratic. */
export const MAX_UNDERLINES = 200;
/** Maximum number of table cells, counting short rows as wide as the header. */
export const MAX_CELLS = 5000;
/** Maximum number of steps in the parser's search for the second mark of a pair, about 10 ns each. */
export const MAX_SEARCH = 3_000_000;
/** Maximum number of dollar signs of formulas, which are laid out together. */
export const MAX_DOLLARS = 800;
/** Maximum number of nodes of the syntax tree, and its maximum depth. */
export const MAX_NODES = 12_000;
export const MAX_DEPTH = 100;

// Limits of a whole text.

export const MAX_PIECES = 2500;
/** Maximum number of link and footnote definitions that are collected before drawing. */
export const MAX_NAMES = 500;
/** Number of definitions parsed, and of footnotes rendered, at once. */
export const NAMES_AT_ONCE = 50;
export const NOTES_AT_ONCE = 20;
/** Maximum number of links from one footnote back to its references. */
export const MAX_WAYS_BACK = 50;
/** Maximum number of headings with an id, which are those of the table of contents. */
export const MAX_OUTLINE = 500;
export const MAX_TEXT_SEARCH = 40_000_000;
export const MAX_TEXT_NODES = 20_000;
/** Maximum number of characters of highlighted code, per block and in total. */
export const MAX_COLOURED = 10_000;
export const MAX_TEXT_COLOURED = 60_000;

/** Maximum number of combining marks on one letter: more than any script uses, fewer than slow down rendering. */
export const MAX_MARKS = 8;

// The limits of formulas.

/** Maximum number of lines in which the end of a formula is searched. */
export const MAX_FORMULA_LINES = 100;
export const MAX_TEX = 5000;
/**
 * Maximum number of tokens after macro expansion, which KaTeX reads again; KaTeX limits the number of expansions, not
 * their length.
 */
export const MAX_TOKENS = 8000;
/** Maximum number of cells and rows of matrices, including empty ones: KaTeX typesets the spaces between them. */
export const MAX_FORMULA_CELLS = 1000;
/** Maximum nesting of elements: layout overflows the browser's stack at some hundreds. */
export const MAX_FORMULA_DEPTH = 150;
/**
 * Depth below which an element counts one more for every three levels, because nested content is laid out repeatedly.
 */
export const FLAT_DEPTH = 30;
export const DEPTH_STEP = 3;
/** Maximum number of elements of one formula, and of all formulas of a text. */
export const MAX_ELEMENTS = 6000;
export const MAX_TEXT_ELEMENTS = 105_000;
/** The cost of a refused formula in elements; refusing one takes time, too. */
export const REFUSED_ELEMENTS = 4000;
/**
 * Minimum cost of a formula, and the extra cost of a displayed formula: the page is laid out again for every few of
 * them.
 */
export const MIN_ELEMENTS = 80;
export const BLOCK_ELEMENTS = 220;
