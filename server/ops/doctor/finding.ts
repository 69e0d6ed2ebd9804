/** What the doctor says of one thing. */
export interface Finding {
  /** What was looked at: a variable, or a word for it. */
  about: string;
  state: 'well' | 'mind' | 'ill';
  /** A sentence; of what is ill, what to do. */
  words: string;
}

export const well = (about: string, words: string): Finding => ({ about, state: 'well', words });
/** It works, but somebody should know. */
export const mind = (about: string, words: string): Finding => ({ about, state: 'mind', words });
/** The server would not start, or lose something. */
export const ill = (about: string, words: string): Finding => ({ about, state: 'ill', words });
