/**
 * Test cases of the score that counts, for the rule in TypeScript (src/study/unconfirmed.ts) and in SQL
 * (server/api/study/progress.ts): the last submit gives the last score; the best score is taken from the submits with
 * as many questions as the last one.
 */

/** One submit, and the best score after the server has received it. */
export interface ScoreStep {
  score: number;
  maxScore: number;
  best: number;
}

export interface ScoreCase {
  title: string;
  /** The submits of the case, in the order in which they were answered. */
  steps: readonly ScoreStep[];
  /**
   * True if the device needs its stored confirmations of submits (receipts): progress carries only the best score for
   * the latest number of questions. If that number changed, a device without the receipts of the earlier submits cannot
   * know their best score.
   */
  needsEveryReceipt?: boolean;
}

export const scoreCases: readonly ScoreCase[] = [
  {
    title: 'the best of several scores stays after a worse one',
    steps: [
      { score: 3, maxScore: 5, best: 3 },
      { score: 1, maxScore: 5, best: 3 },
      { score: 4, maxScore: 5, best: 4 },
    ],
  },
  {
    title: 'a score of fewer questions replaces a higher one of more questions',
    steps: [
      { score: 8, maxScore: 8, best: 8 },
      { score: 4, maxScore: 5, best: 4 },
      { score: 2, maxScore: 5, best: 4 },
    ],
  },
  {
    title: 'a score of more questions replaces an equal one of fewer questions',
    steps: [
      { score: 5, maxScore: 5, best: 5 },
      { score: 3, maxScore: 8, best: 3 },
    ],
  },
  {
    title: 'the earlier best score counts again when the number of questions is as before',
    steps: [
      { score: 5, maxScore: 5, best: 5 },
      { score: 3, maxScore: 8, best: 3 },
      { score: 2, maxScore: 5, best: 5 },
    ],
    needsEveryReceipt: true,
  },
];
