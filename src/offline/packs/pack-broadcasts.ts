/** What tabs tell each other of saved courses. */
import type { OwnerKey } from '@/session/session';
import { createBroadcast } from '@/storage/broadcast';

/** Which courses are to be kept on the device, or what is kept of them, changed. */
export const packsChanged = createBroadcast<{ owner: OwnerKey }>('packs-changed');

/** How saving a course goes (course-pack.ts says what each means). Bytes of what is kept. */
export interface PackState {
  phase: 'saving' | 'waiting' | 'ended';
  text: { done: number; total: number };
  images: { done: number; total: number };
  bytes: number;
  /** Why it waits. */
  reason?: 'network' | 'portal' | 'session' | 'server' | 'gone' | 'full' | 'storage';
  /** Courses that were removed to make room. */
  removed: string[];
}

/** How it goes in the one tab that saves. */
export const packState = createBroadcast<{ owner: OwnerKey; courseId: string; state: PackState }>('pack-state');
