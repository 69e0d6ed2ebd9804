/** Holds the function that stops background saves; separate from pack-runner.ts, which is not in the first load. */

/** `stop` is undefined while nothing is saved in the background. */
export const packKeeper: { stop?: () => void } = {};
