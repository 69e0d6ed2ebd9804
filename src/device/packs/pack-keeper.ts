/** How to end the saving of packs that goes on behind the screens, whoever began it; small, for it is in the first load. */

/** Ends it; undefined while nothing is kept up. */
export const packKeeper: { stop?: () => void } = {};
