/** The result of one check of `npm run doctor`. */
export interface Finding {
  /** The variable that was checked, or a Japanese name of the checked thing. */
  about: string;
  state: 'pass' | 'warn' | 'fail';
  /** The finding as a Japanese sentence; for `fail`, with what to do. */
  words: string;
}

/** All right. */
export const pass = (about: string, words: string): Finding => ({ about, state: 'pass', words });
/** Creates a `warn` finding: the server works, but the operator should know of this. */
export const warn = (about: string, words: string): Finding => ({ about, state: 'warn', words });
/** Creates a `fail` finding: the server would not start, or could lose data. */
export const fail = (about: string, words: string): Finding => ({ about, state: 'fail', words });
