/** What is left of a queue that the browser has deleted: the last number that was known of it, set aside under 要確認 (docs/decisions/0039). */
import * as z from 'zod/mini';

const lostQueueSchema = z.object({
  version: z.literal(1),
  kind: z.literal('lost-queue'),
  /** How much waited, and how much needed a look, when that was last known. */
  waiting: z.number(),
  refused: z.number(),
  /** When that was, and when the loss was found; ms since 1970, by the device's clock. */
  knownAt: z.number(),
  foundAt: z.number(),
  /** The session went, too: the browser deleted more than the queue. */
  isSessionLost: z.boolean(),
});
/** Nobody knows which calls they were, nor whether the server has them. */
export type LostQueue = z.infer<typeof lostQueueSchema>;

/** Reads a record under 要確認 that did not parse as an entry; undefined when it is none of these. */
export function readLostQueue(text: string): LostQueue | undefined {
  try {
    const parsed = z.safeParse(lostQueueSchema, JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
