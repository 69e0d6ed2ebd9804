/**
 * Notes the fields of a save that the server does not store: the response's schema has them, and the response lacks
 * them.
 */
import type * as z from 'zod/mini';

import { createSignal } from '@/storage/signal';

/** Published after each such save with the names of the fields. */
export const unsavedFields = createSignal<readonly string[]>();

/**
 * Publishes the fields that were sent with a value and are missing in the response. Fields that no response has, such
 * as a password, are not in its schema; ids and versions are the app's own.
 *
 * @param schema the schema of the response. @param sent the JSON payload. @param saved the parsed response.
 */
export function noteUnsavedFields(schema: z.core.$ZodType, sent: unknown, saved: unknown): void {
  const { def } = schema._zod as { def: { shape?: object } };
  if (!def.shape || typeof saved !== 'object' || saved === null) return;
  const received = new Map<string, unknown>(Object.entries(saved));
  const missing = Object.entries(Object(sent) as object).flatMap(([name, value]: [string, unknown]) => {
    const isValue = value !== undefined && value !== null && value !== '';
    const isOwn = name === 'id' || name === 'updatedAt' || !Object.hasOwn(def.shape ?? {}, name);
    return isValue && !isOwn && received.get(name) === undefined ? [name] : [];
  });
  if (missing.length > 0) unsavedFields.publish(missing);
}
