/** Holds the function that stops background saves of courses; apart from pack-runner.ts, which is loaded on demand. */

/** `stop` is undefined while no course is saved in the background. */
export const packKeeper: { stop?: () => void } = {};
