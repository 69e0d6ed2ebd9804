/** The kinds of work that run in pieces, see `schedulePendingWork`. */
import type { Steps } from './shared/pending-work';

export const pendingSteps: Steps = {};
