/**
 * Optimistic locking: an edit carries the version it started from, and replaces a newer version only after the user
 * agrees (docs/wire.md, "Versions").
 */
import * as z from 'zod/mini';

import { ApiError } from '@/api/network/errors';
import { timestampSchema } from '@/api/shapes';

/** A thing with a version; `updatedAt` is undefined when the server does not send it. */
export interface Versioned {
  updatedAt?: string;
}

/** The version that an edit starts from, and what the user decided about a newer one. */
export interface EditFrom {
  /** The edited fields as they were before the edit, with their version. Fields that are unknown are left out. */
  base: Versioned & object;
  /** The newer version that the user has agreed to overwrite. */
  over?: string;
  /**
   * Callback: gets the fields that only another user had changed, when their values were kept together with the edit.
   */
  onCombined?: (fields: readonly string[]) => void;
}

/**
 * The fields of the version that an edit is compared with: all that the edit can write, and `updatedAt`. A field that
 * is missing there would overwrite another user's value, so leaving one out is a type error; `Left` are those that are
 * left out on purpose.
 */
export type ComparedFields<Changes, Left extends keyof Changes = never, Value = true> = Record<
  Exclude<keyof Changes, Left>,
  Value
>;

/** A field that this edit and another user changed differently. */
export interface FieldConflict {
  name: string;
  /** The value that the edit would write. */
  own: unknown;
  /** The value that the server has. */
  theirs: unknown;
}

/** Error: another user saved a newer version, and the edit would overwrite their changes. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError';
  /**
   * @param at when the newer version was saved, ISO 8601.
   * @param conflicts the fields that both sides changed differently.
   */
  constructor(
    readonly at: string,
    readonly conflicts: readonly FieldConflict[],
  ) {
    super('The server has a newer version');
  }
}

/**
 * Matches the body of a 409 that reports a version conflict: it carries the newer version; a 409 for another reason
 * does not.
 */
const conflictSchema = z.object({ current: z.looseObject({ updatedAt: timestampSchema }) });

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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

interface Combination<Changes> {
  /** The combined edit: the server's value in each field that the edit does not change. */
  combined: Changes;
  conflicts: FieldConflict[];
  /** The fields that only another user changed. */
  taken: string[];
  /**
   * True if the server's version already has the whole edit: the response to an earlier attempt was lost, or another
   * user wrote the same.
   */
  isSaved: boolean;
}

/** Combines an edit with the server's version field by field. */
function combine<Changes extends object>(current: object, changes: Changes, base: object): Combination<Changes> {
  const [now, before] = [current, base].map((one) => new Map<string, unknown>(Object.entries(one)));
  const differing = Object.entries(changes).filter(([name, own]) => !isSame(now?.get(name), own));
  const taken = differing.filter(([name, own]) => isSame(before?.get(name), own));
  const written = differing.filter((field) => !taken.includes(field));
  const both = written.filter(([name]) => !isSame(now?.get(name), before?.get(name)));
  return {
    combined: { ...changes, ...Object.fromEntries(taken.map(([name]) => [name, now?.get(name)])) },
    conflicts: both.map(([name, own]) => ({ name, own, theirs: now?.get(name) })),
    taken: taken.map(([name]) => name),
    isSaved: written.length === 0,
  };
}

export interface VersionedEdit<Changes extends object, Saved extends Versioned> extends EditFrom {
  changes: Changes;
  /** Sends changes; without a version the last writer wins. */
  send: (updatedAt: string | undefined, changes: Changes) => Promise<Saved>;
  /** Reads the server's version after a 409; undefined when it cannot be read. */
  readCurrent: (refusal: ApiError) => Promise<Saved | undefined>;
}

/**
 * Saves an edit with the version that it started from. When another user saved meanwhile, fields that only one side
 * changed are combined; a field that both changed needs the user's agreement (`over`).
 *
 * @throws {NewerVersionError} when both changed a field, {ApiError} 409 when the newer version cannot be read, and the
 * errors of `send`.
 */
export async function saveFrom<Changes extends object, Saved extends Versioned>(
  edit: VersionedEdit<Changes, Saved>,
): Promise<Saved> {
  const { base, over, onCombined, changes, send, readCurrent } = edit;
  try {
    return await send(base.updatedAt, changes);
  } catch (error) {
    const current = isConflict(error) ? await readCurrent(error) : undefined;
    if (!current?.updatedAt) {
      if (over !== undefined && newerVersionIn(error)) return send(over, changes);
      throw error;
    }
    const { combined, conflicts, taken, isSaved } = combine(current, changes, base);
    if (conflicts.length > 0 && current.updatedAt !== over) throw new NewerVersionError(current.updatedAt, conflicts);
    const saved = isSaved ? current : await send(current.updatedAt, combined);
    if (taken.length > 0) onCombined?.(taken);
    return saved;
  }
}

/**
 * Saves an edit on a server without the capability `versions`: reads the server's version first and combines it here.
 *
 * @param fetchCurrent fetches the server's version.
 * @throws {NewerVersionError} when the edit would overwrite another user's changes.
 */
export async function saveAfterReading<Changes extends object, Saved extends Versioned>(
  { base, over, onCombined, changes, send }: Omit<VersionedEdit<Changes, Saved>, 'readCurrent'>,
  fetchCurrent: () => Promise<Versioned & { cachedAt?: string }>,
): Promise<Saved> {
  const current = await fetchCurrent();
  // Fetch past the cached copies: a copy from the device is never newer than the version that the edit started from.
  if (current.cachedAt) return send(undefined, changes);
  const { combined, conflicts, taken } = combine(current, changes, base);
  // On a server without versions the user agrees to any values of this moment.
  const { updatedAt = '' } = current;
  if (conflicts.length > 0 && updatedAt !== over) throw new NewerVersionError(updatedAt, conflicts);
  const saved = await send(undefined, combined);
  if (taken.length > 0) onCombined?.(taken);
  return saved;
}
