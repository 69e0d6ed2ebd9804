/** The kinds of work that run in pieces, see `schedulePendingWork`. */
import type { Steps } from './shared/pending-work';
import { rescoreStep } from './study/rescore';

export const pendingSteps: Steps = { rescore: rescoreStep };
