/**
 * Holds the function that stops background saves of courses; in a file separate from pack-runner.ts, because that file
 * is loaded on demand.
 */

/** `stop` is undefined while no course is saved in the background. */
export const packKeeper: { stop?: () => void } = {};
