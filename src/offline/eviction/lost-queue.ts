/**
 * The record of a queue that the browser deleted: its last known counts, listed under 要確認 (needs attention;
 * docs/decisions/0039).
 */
import * as z from 'zod/mini';

const lostQueueSchema = z.object({
  version: z.literal(1),
  kind: z.literal('lost-queue'),
  /** The last known numbers of queued calls and of entries under 要確認 (refused calls and unreadable records). */
  waiting: z.number(),
  refused: z.number(),
  /** When the counts were taken, and when the loss was found; ms since 1970, by the device's clock. */
  knownAt: z.number(),
  foundAt: z.number(),
  /** True if the session was deleted as well, that is, the browser deleted more than the queue. */
  isSessionLost: z.boolean(),
});
/** The loss of a queue: it is unknown which calls were lost, and if the server has received them. */
export type LostQueue = z.infer<typeof lostQueueSchema>;

/**
 * Parses a record under 要確認 that is not a queue entry; returns undefined if the record does not describe a lost queue.
 */
export function readLostQueue(text: string): LostQueue | undefined {
  try {
    const parsed = z.safeParse(lostQueueSchema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
