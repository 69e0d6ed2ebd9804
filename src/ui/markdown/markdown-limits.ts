/** What a text may cost at most, told before it is drawn; what exceeds a bound is shown as it is written. Measured at `npm run test:bombs`. */

/** Of a text that is laid out; what follows is shown as it is written. */
export const MAX_BYTES = 100 * 1024;
export const MAX_TEXT_LINES = 6000;
/** What is laid out in one go, in weighed characters: some 20 ms of work where nothing is slowed down. */
export const SLICE_WEIGHT = 5000;

// Of one piece, that is of what stands between two blank lines at the first column.

/** Lines, but for those of code. */
export const MAX_LINES = 3000;
/** Characters of a line, and of what stands between two blank lines: they are laid out together. */
export const MAX_LINE_LENGTH = 25_000;
export const MAX_BLOCK = 50_000;
/** Letters of one word that join, such as those of Arabic: all that follow are put together anew for every line that they fill. */
export const MAX_JOINED = 25;
/** Of a list or quote, what stands between its blank lines: it is read and laid out in one go. */
export const MAX_BLOCKS = 300;
/** Lines of a `<details>` that folds; of a longer one the words stand there like other words. */
export const MAX_FOLD = 100;
/** Brackets in a row. */
export const MAX_BRACKETS = 200;
/** Lists and quotes inside each other; the parser's stack overflows at some hundreds. */
export const MAX_NESTING = 20;
/** List and quote markers at the beginnings of lines. */
export const MAX_MARKERS = 4000;
/** Lines of hyphens or equals signs: the parser's time grows with their square. */
export const MAX_UNDERLINES = 200;
/** Cells of tables; short rows are filled up to the width of the header. */
export const MAX_CELLS = 5000;
/** Steps of the parser's search for partners of marks, some 10 ns each. */
export const MAX_SEARCH = 3_000_000;
/** Formulas, by their dollar signs: they are laid out together. */
export const MAX_DOLLARS = 800;
/** What the parser makes of it, and how deep. */
export const MAX_NODES = 12_000;
export const MAX_DEPTH = 100;

// Of all pieces of a text.

export const MAX_PIECES = 2500;
/** Names of links and footnotes that are known before the part that defines them is drawn. */
export const MAX_NAMES = 500;
/** Names that are read, and notes that are put into the page, in one go. */
export const NAMES_AT_ONCE = 50;
export const NOTES_AT_ONCE = 20;
/** Ways from a note back to where it is called. */
export const MAX_WAYS_BACK = 50;
/** Headings with an address, which are those of the table of contents. */
export const MAX_OUTLINE = 500;
export const MAX_TEXT_SEARCH = 40_000_000;
export const MAX_TEXT_NODES = 20_000;
/** Characters of code in colours; of one block, and of all. */
export const MAX_COLOURED = 10_000;
export const MAX_TEXT_COLOURED = 60_000;

/** Marks on one letter: more than any script has, less than stops the letters from being drawn. */
export const MAX_MARKS = 8;

// Of formulas.

export const MAX_TEX = 5000;
/** What macros leave behind and arguments are read again; KaTeX itself counts expansions, not their length. */
export const MAX_TOKENS = 8000;
/** Cells and rows of its matrices, empty ones as well: KaTeX typesets what is between all of them. */
export const MAX_FORMULA_CELLS = 1000;
/** Elements inside each other: layout overflows the browser's stack at some hundreds. */
export const MAX_FORMULA_DEPTH = 150;
/** Deeper than this an element counts for more, one for every three levels: what lies inside it is laid out again and again. */
export const FLAT_DEPTH = 30;
export const DEPTH_STEP = 3;
/** Elements of one formula, and of all formulas of a text. */
export const MAX_ELEMENTS = 6000;
export const MAX_TEXT_ELEMENTS = 105_000;
/** What a formula that is not drawn counts towards the sum: it was worked on as well. */
export const REFUSED_ELEMENTS = 4000;
/** What each formula counts at least, and one on lines of its own besides: the page is laid out anew for every few of them. */
export const MIN_ELEMENTS = 80;
export const BLOCK_ELEMENTS = 220;
