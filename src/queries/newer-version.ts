/** The one conflict protocol: an edit says which version it started from, and replaces a newer one only when asked to (docs/wire.md, "Versions"). */
import * as z from 'zod/mini';

import { ApiError } from '@/api/errors';

/** Something that has versions; `updatedAt` is undefined where it is not known. */
export interface Versioned {
  updatedAt?: string;
}

/** What an edit goes out from. */
export interface EditFrom {
  /** The fields that the edit writes, as they were, and the version that they are of. */
  base: Versioned;
  /** The newer version that the person was asked about, and wants to replace. */
  over?: string;
}

/** Somebody else saved a newer version, which holds words that the edit would replace. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError';
  /**
   * @param at when it was saved, ISO 8601.
   * @param fields those that the edit would replace.
   */
  constructor(
    readonly at: string,
    readonly fields: readonly string[],
  ) {
    super('Somebody saved a newer version');
  }
}

/** 409 for this reason carries the newer version; other refusals are 409 without it. */
const conflictSchema = z.object({ current: z.looseObject({ updatedAt: z.string() }) });

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** The newer version that a refusal carries; undefined for any other failure. */
export function newerVersionIn(error: unknown): { updatedAt: string } | undefined {
  return isConflict(error) ? z.safeParse(conflictSchema, error.body).data?.current : undefined;
}

/** Reads the newer version from the refusal itself, where it is whole. */
export function currentAs<Saved extends Versioned>(schema: z.ZodMiniType<Saved>) {
  return async (refusal: ApiError): Promise<Saved | undefined> => z.safeParse(schema, newerVersionIn(refusal)).data;
}

/**
 * What a version on the server is to an edit: `own` holds what the edit writes, whose answer was lost; `moved` differs
 * from what the edit started from in nothing that it would replace; `newer` holds somebody else's words.
 */
export type SessionStatus = 'own' | 'moved' | 'newer';

function learnerStatusOf(current: object, changes: object, base: object): { standing: SessionStatus; newer: string[] } {
  const [now, before] = [current, base].map((one) => new Map<string, unknown>(Object.entries(one)));
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
  const others = Object.entries(changes).filter(([name, value]) => !isSame(now?.get(name), value));
  const newer = others.map(([name]) => name).filter((name) => !isSame(now?.get(name), before?.get(name)));
  if (newer.length > 0) return { standing: 'newer', newer };
  return { standing: others.length > 0 ? 'moved' : 'own', newer };
}

export interface VersionedEdit<Saved extends Versioned> extends EditFrom {
  changes: object;
  /** Sends the changes; without a version, the last writer wins. */
  send: (updatedAt: string | undefined) => Promise<Saved>;
  /** What is there now, after this refusal; undefined where that cannot be had. */
  readCurrent: (refusal: ApiError) => Promise<Saved | undefined>;
}

/**
 * Saves an edit from the version that it started from. A newer version is no conflict where nobody's words would be lost.
 *
 * @throws {NewerVersionError} where they would, or {ApiError} 409 where the newer version cannot be had; whatever else the call
 * throws.
 */
export async function saveFrom<Saved extends Versioned>(edit: VersionedEdit<Saved>): Promise<Saved> {
  const { base, over, changes, send, readCurrent } = edit;
  try {
    return await send(over ?? base.updatedAt);
  } catch (error) {
    const current = isConflict(error) ? await readCurrent(error) : undefined;
    if (!current) throw error;
    const { standing, newer } = learnerStatusOf(current, changes, base);
    if (standing === 'own') return current;
    if (standing === 'newer') throw current.updatedAt ? new NewerVersionError(current.updatedAt, newer) : error;
    return send(current.updatedAt);
  }
}

/**
 * The same with a server that compares no versions: what is there is looked at first.
 *
 * @throws {NewerVersionError} when it holds somebody else's words.
 */
export async function saveAfterLook<Saved extends Versioned>(
  { base, over, changes, send }: Omit<VersionedEdit<Saved>, 'readCurrent'>,
  look: () => Promise<{ updatedAt: string; cachedAt?: string }>,
): Promise<Saved> {
  const current = over === undefined ? await look() : undefined;
  // A copy from the device is older than what the edit started from, not newer.
  if (current && !current.cachedAt) {
    const { standing, newer } = learnerStatusOf(current, changes, base);
    if (standing === 'newer') throw new NewerVersionError(current.updatedAt, newer);
  }
  return send(undefined);
}
