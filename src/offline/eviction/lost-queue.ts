/** The record of a queue that the browser has deleted: its last known counts, listed under 要確認 (docs/decisions/0039). */
import * as z from 'zod/mini';

const lostQueueSchema = z.object({
  version: z.literal(1),
  kind: z.literal('lost-queue'),
  /** The last known numbers of calls that waited and that were under 要確認. */
  waiting: z.number(),
  refused: z.number(),
  /** The time of the counts, and when the loss was found; ms since 1970, by the device's clock. */
  knownAt: z.number(),
  foundAt: z.number(),
  /** True if the session was deleted as well: the browser deleted more than the queue. */
  isSessionLost: z.boolean(),
});
/** Which calls were lost is unknown, and whether the server has them. */
export type LostQueue = z.infer<typeof lostQueueSchema>;

/** Parses a record under 要確認 that is not an entry; undefined if it is not a lost queue. */
export function readLostQueue(text: string): LostQueue | undefined {
  try {
    const parsed = z.safeParse(lostQueueSchema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
