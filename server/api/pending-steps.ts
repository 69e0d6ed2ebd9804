/** The kinds of work that run in pieces, see `schedulePendingWork`. */
import { completionsStep } from './completions/record-completions';
import type { Steps } from './shared/pending-work';
import { rescoreStep } from './study/rescore';

export const pendingSteps: Steps = { completions: completionsStep, rescore: rescoreStep };
