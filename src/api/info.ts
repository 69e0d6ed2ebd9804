/** General info about the service: GET /info/ (specification §7, shape in docs/wire.md). */
import * as z from 'zod/mini';

import { keepAbilities } from '@/session/session';

import { request } from './client';
import { optionalField } from './shapes';

export const infoSchema = z.object({
  serviceName: z.string(),
  /** Markdown, shown on home. */
  notice: optionalField(z.string()),
  /** The chat community; https only, anything else is read as none. */
  communityUrl: z.pipe(
    optionalField(z.string()),
    z.transform((url) => (url?.startsWith('https://') ? url : undefined)),
  ),
  supportEmail: optionalField(z.string()),
  /** What the server can beyond the specification, see `hasAbility`; whatever else stands there is none. */
  abilities: z.pipe(
    z.optional(z.unknown()),
    z.transform((names) => (Array.isArray(names) ? names.map(String) : [])),
  ),
});
export type Info = z.infer<typeof infoSchema>;
export type { Capability } from '@/session/capabilities';

/**
 * Fetches the general info, and keeps with the session what the server can.
 *
 * @throws {NetworkError} when no answer came, {ApiError} when the server refused.
 */
export async function fetchInfo(signal?: AbortSignal): Promise<Info> {
  const info = await request('/info/', infoSchema, { signal });
  // A device that keeps nothing speaks to every server as to one that can no more than the specification.
  await keepAbilities(info.abilities).catch(() => undefined);
  return info;
}
