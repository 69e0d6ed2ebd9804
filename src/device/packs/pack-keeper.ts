/** The stop function of background saves; apart from pack-runner.ts, which is not in the first load. */

/** `stop` is undefined while nothing is saved in the background. */
export const packKeeper: { stop?: () => void } = {};
