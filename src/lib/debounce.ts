/** Debounce times that several screens share, in ms. */

/** Pause after typing before a search field asks the server. */
export const SERVER_SEARCH_DEBOUNCE_MS = 200;
