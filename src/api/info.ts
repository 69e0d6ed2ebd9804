/** General info about the service: GET /info/ (specification §7, shape in docs/wire.md). */
import * as z from 'zod/mini';

import { keepAbilities } from '@/session/session';

import { read } from './network/calls';
import { unlessPortal } from './network/client';
import { openField, optionalField } from './shapes';

export const infoSchema = z.object({
  serviceName: openField(z.string()),
  /** The notice as markdown, shown on home. */
  notice: optionalField(z.string()),
  /** The chat community's address; anything but https is read as undefined. */
  communityUrl: z.pipe(
    optionalField(z.string()),
    z.transform((url) => (url?.startsWith('https://') ? url : undefined)),
  ),
  supportEmail: optionalField(z.string()),
  /** The names of the server's capabilities, see `Capability`; anything but a list is read as an empty one. */
  abilities: z.pipe(
    z.optional(z.unknown()),
    z.transform((names) => (Array.isArray(names) ? names.map(String) : [])),
  ),
});
export type Info = z.infer<typeof infoSchema>;
export type { Capability } from '@/session/capabilities';

export const readInfo = read('/info/', unlessPortal(infoSchema));

/**
 * Fetches the general info, and stores the server's capabilities with the session.
 *
 * @throws {NetworkError} when no response came, {ApiError} when the server refused.
 */
export async function fetchInfo(signal?: AbortSignal): Promise<Info> {
  const info = await readInfo(signal);
  // Ignore a failure to store the capabilities: the app then behaves as with a server that has none.
  await keepAbilities(info.abilities).catch(() => undefined);
  return info;
}
