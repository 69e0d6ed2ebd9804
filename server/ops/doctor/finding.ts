/** The result of one check of `npm run doctor`. */
export interface Finding {
  /** The checked variable, or a Japanese name of the thing. */
  about: string;
  state: 'pass' | 'warn' | 'fail';
  /** A Japanese sentence; for `fail`, with what to do. */
  words: string;
}

/** All right. */
export const pass = (about: string, words: string): Finding => ({ about, state: 'pass', words });
/** It works, but the operator should know. */
export const warn = (about: string, words: string): Finding => ({ about, state: 'warn', words });
/** The server would not start, or could lose data. */
export const fail = (about: string, words: string): Finding => ({ about, state: 'fail', words });
