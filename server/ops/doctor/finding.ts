/** The result of one check of `npm run doctor`. */
export interface Finding {
  /** The checked variable, or a Japanese name of the checked thing. */
  about: string;
  state: 'pass' | 'warn' | 'fail';
  /** The finding as a Japanese sentence; for `fail`, with what to do. */
  words: string;
}

/** All right. */
export const pass = (about: string, words: string): Finding => ({ about, state: 'pass', words });
/** `warn`: it works, but the operator should know. */
export const warn = (about: string, words: string): Finding => ({ about, state: 'warn', words });
/** `fail`: the server would not start, or could lose data. */
export const fail = (about: string, words: string): Finding => ({ about, state: 'fail', words });
