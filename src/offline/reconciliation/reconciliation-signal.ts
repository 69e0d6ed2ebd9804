/** Published in the page that has compared receipts with the server's progress: numbers and times, no text. */
import type { OwnerKey } from '@/session/session';
import { createSignal } from '@/storage/signal';

import type { ReconciliationNotes } from './notes';

/**
 * The outcome of a reconciliation. `healed`: calls that the server had lost and has received again. `asks`: calls that
 * the learner has to decide about.
 */
export type ReconciliationNews = { owner: OwnerKey } & Pick<ReconciliationNotes, 'healed' | 'asks'>;

export const reconciliationFinished = createSignal<ReconciliationNews>();
