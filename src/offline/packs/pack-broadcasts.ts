/** The broadcasts about saved courses between tabs. */
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';

/** Broadcast: the owner's pack records or the stored copies changed. */
export const packsChanged = createBroadcast<{ owner: OwnerKey }>('packs-changed');

/** The progress of saving a course. `bytes`: the size of the stored parts. */
export interface PackState {
  phase: 'saving' | 'waiting' | 'ended';
  text: { done: number; total: number };
  images: { done: number; total: number };
  bytes: number;
  /** Why saving waits or has ended early (course-pack-fetch.ts). */
  reason?: 'network' | 'portal' | 'session' | 'server' | 'gone' | 'full' | 'storage';
  /** Titles of courses that were removed to free space. */
  removed: string[];
}

/** Broadcast: the progress of the tab that saves a course. Only one tab saves at a time. */
export const packState = createBroadcast<{ owner: OwnerKey; courseId: string; state: PackState }>('pack-state');
