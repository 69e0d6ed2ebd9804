/** Optimistic locking: an edit carries the version it started from, and replaces a newer version only after the user agrees (docs/wire.md, "Versions"). */
import * as z from 'zod/mini';

import { ApiError } from '@/api/errors';

/** A thing with a version; `updatedAt` is undefined when the server does not send it. */
export interface Versioned {
  updatedAt?: string;
}

/** The version that an edit starts from. */
export interface EditFrom {
  /** The edited fields as they were before the edit, with their version. */
  base: Versioned;
  /** The newer version that the user has agreed to replace. */
  over?: string;
}

/** Another user saved a newer version, and the edit would overwrite their changes. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError';
  /**
   * @param at when it was saved, ISO 8601.
   * @param fields the changed fields that the edit would overwrite.
   */
  constructor(
    readonly at: string,
    readonly fields: readonly string[],
  ) {
    super('The server has a newer version');
  }
}

/** A version conflict is a 409 that carries the newer version; a 409 for another reason does not. */
const conflictSchema = z.object({ current: z.looseObject({ updatedAt: z.string() }) });

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** Returns the newer version that a 409 carries; undefined for any other error. */
export function newerVersionIn(error: unknown): { updatedAt: string } | undefined {
  return isConflict(error) ? z.safeParse(conflictSchema, error.body).data?.current : undefined;
}

/** Returns a function that reads the newer version from the 409; undefined where it does not match the schema. */
export function currentAs<Saved extends Versioned>(schema: z.ZodMiniType<Saved>) {
  return async (refusal: ApiError): Promise<Saved | undefined> => z.safeParse(schema, newerVersionIn(refusal)).data;
}

/**
 * How the server's version relates to an edit. `own`: it already has the edit, whose answer was lost. `unrelated`: it differs from the
 * edit's base only in fields that the edit does not write. `newer`: another user changed fields that the edit writes.
 */
type VersionRelation = 'own' | 'unrelated' | 'newer';

function compareVersions(
  current: object,
  changes: object,
  base: object,
): { relation: VersionRelation; newer: string[] } {
  const [now, before] = [current, base].map((one) => new Map<string, unknown>(Object.entries(one)));
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
  const others = Object.entries(changes).filter(([name, value]) => !isSame(now?.get(name), value));
  const newer = others.map(([name]) => name).filter((name) => !isSame(now?.get(name), before?.get(name)));
  if (newer.length > 0) return { relation: 'newer', newer };
  return { relation: others.length > 0 ? 'unrelated' : 'own', newer };
}

export interface VersionedEdit<Saved extends Versioned> extends EditFrom {
  changes: object;
  /** Sends the changes; without a version the last writer wins. */
  send: (updatedAt: string | undefined) => Promise<Saved>;
  /** Reads the server's version after a 409; undefined when it cannot be read. */
  readCurrent: (refusal: ApiError) => Promise<Saved | undefined>;
}

/**
 * Saves an edit with the version that it started from. A newer version is a conflict only when the edit would overwrite another
 * user's changes; otherwise the edit is sent again with the newer version.
 *
 * @throws {NewerVersionError} on a conflict, {ApiError} 409 when the newer version cannot be read, and the errors of `send`.
 */
export async function saveFrom<Saved extends Versioned>(edit: VersionedEdit<Saved>): Promise<Saved> {
  const { base, over, changes, send, readCurrent } = edit;
  try {
    return await send(over ?? base.updatedAt);
  } catch (error) {
    const current = isConflict(error) ? await readCurrent(error) : undefined;
    if (!current) throw error;
    const { relation, newer } = compareVersions(current, changes, base);
    if (relation === 'own') return current;
    if (relation === 'newer') throw current.updatedAt ? new NewerVersionError(current.updatedAt, newer) : error;
    return send(current.updatedAt);
  }
}

/**
 * Saves an edit on a server without the capability `versions`: reads the server's version first and compares it here.
 *
 * @param fetchCurrent fetches the server's version.
 * @throws {NewerVersionError} when the edit would overwrite another user's changes.
 */
export async function saveAfterReading<Saved extends Versioned>(
  { base, over, changes, send }: Omit<VersionedEdit<Saved>, 'readCurrent'>,
  fetchCurrent: () => Promise<{ updatedAt: string; cachedAt?: string }>,
): Promise<Saved> {
  const current = over === undefined ? await fetchCurrent() : undefined;
  // A copy from the device is never newer than the edit's base.
  if (current && !current.cachedAt) {
    const { relation, newer } = compareVersions(current, changes, base);
    if (relation === 'newer') throw new NewerVersionError(current.updatedAt, newer);
  }
  return send(undefined);
}
