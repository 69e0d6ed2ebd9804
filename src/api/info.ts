/** General info about the service: GET /info/ (specification §7, shape in decisions §1). */
import * as z from 'zod/mini';

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
});
export type Info = z.infer<typeof infoSchema>;

/** Fetches the general info. @throws {NetworkError} when no answer came, {ApiError} when the server refused. */
export function fetchInfo(signal?: AbortSignal): Promise<Info> {
  return request('/info/', infoSchema, { signal });
}
