/** Debounce times that several screens share, in ms. */

/** Pause after typing before a search field requests results, ms. */
export const SERVER_SEARCH_DEBOUNCE_MS = 200;
