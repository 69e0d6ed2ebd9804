/** Unsaved form values, kept on the device by owner: they survive a crash, and are offered when the form opens again. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { timestampSchema } from '@/api/shapes';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { dropOwned, keepOwned, listOwned, readOwned } from '@/storage/owned-store';

const KEY_PREFIX = 'form|';
/** After the last key, in ms; leaving the page keeps at once. */
const KEEP_DELAY_MS = 400;

const draftSchema = z.object({
  savedAt: timestampSchema,
  /** The version that the form started from, where it has one. */
  base: z.optional(z.string()),
  values: z.record(z.string(), z.unknown()),
});
type StoredDraft = z.infer<typeof draftSchema>;

/** The part of a Mantine form that a draft needs. */
export interface DraftForm<Values> {
  values: Values;
  getValues: () => Values;
  getInitialValues: () => Values;
  isDirty: () => boolean;
  setValues: (values: Partial<Values>) => void;
}

export interface DraftOptions<Values> {
  /** What kind of form, e.g. 'course'; no `|`. */
  name: string;
  /** What is edited; undefined for something new. */
  id?: string;
  /** Never kept: passwords. */
  omit?: readonly (keyof Values & string)[];
  /** The version that the form starts from (`updatedAt`); handed back with a restored draft. */
  base?: string;
  /** Checks what was stored, where the shape is deeper than one level; undefined when it does not fit any more. */
  parse?: (stored: unknown) => Partial<Values> | undefined;
  /** Called after the values are back, with the version they started from. */
  onRestored?: (base: string | undefined) => void;
}

function isSameKind(a: unknown, b: unknown): boolean {
  return a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));
}

/** Keeps the stored fields that the form still has, each of the kind it has now. */
function fitting<Values extends object>(stored: Record<string, unknown>, form: Values): Partial<Values> {
  const known = Object.entries(form).filter(([name, value]) => name in stored && isSameKind(stored[name], value));
  return Object.fromEntries(known.map(([name]) => [name, stored[name]])) as Partial<Values>;
}

async function readDraft(owner: OwnerKey, key: string): Promise<StoredDraft | undefined> {
  const parsed = z.safeParse(draftSchema, await readOwned('drafts', owner, key).catch(() => undefined));
  return parsed.success ? parsed.data : undefined;
}

async function listKeys(owner: OwnerKey, prefix: string): Promise<string[]> {
  const records = await listOwned('drafts', owner);
  return records.flatMap(([key]) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
}

/** How many forms have unsaved values on this device. @throws {DOMException} when the device fails. */
export async function countFormDrafts(owner: OwnerKey): Promise<number> {
  return (await listKeys(owner, KEY_PREFIX)).length;
}

/** The ids of what has unsaved values in forms of one kind, e.g. 'course'. @throws {DOMException} when the device fails. */
export function listFormDrafts(owner: OwnerKey, name: string): Promise<string[]> {
  return listKeys(owner, `${KEY_PREFIX}${name}|`);
}

function isAlreadyThere<Values extends object>(values: Partial<Values>, form: Values): boolean {
  return JSON.stringify({ ...form, ...values }) === JSON.stringify(form);
}

/** Looks once for an older draft; says nothing of one that equals the form. */
function useOffer<Values extends object>(
  owner: OwnerKey,
  key: string,
  form: DraftForm<Values>,
  { parse }: DraftOptions<Values>,
) {
  const [offer, setOffer] = useState<{ savedAt: string; base?: string; values: Partial<Values> }>();
  const handleStored = useEffectEvent((stored: StoredDraft) => {
    const initial = form.getInitialValues();
    const values = parse ? parse(stored.values) : fitting(stored.values, initial);
    if (values && !isAlreadyThere(values, initial)) setOffer({ ...stored, values });
  });
  useEffect(() => {
    let isGone = false;
    void readDraft(owner, key).then((stored) => {
      if (stored && !isGone) handleStored(stored);
    });
    return () => {
      isGone = true;
    };
  }, [owner, key]);
  return [offer, setOffer] as const;
}

/** Calls back when the page may be about to go: hidden, frozen, closed, or the form left. */
function useLastMoment(onLastMoment: () => void): void {
  const handle = useEffectEvent(onLastMoment);
  useEffect(() => {
    const handleLastMoment = () => handle();
    window.addEventListener('pagehide', handleLastMoment);
    document.addEventListener('visibilitychange', handleLastMoment);
    return () => {
      window.removeEventListener('pagehide', handleLastMoment);
      document.removeEventListener('visibilitychange', handleLastMoment);
      handleLastMoment();
    };
  }, []);
}

/** A draft as it is stored. */
function toRecord(values: object, omit: readonly string[], base: string | undefined): StoredDraft {
  const kept = Object.entries(values).filter(([name]) => !omit.includes(name));
  return { savedAt: new Date(now()).toISOString(), base, values: Object.fromEntries(kept) };
}

/** Writes the latest values after a pause, and at once when the page may be about to go. */
function useKeeping<Values extends object>(
  owner: OwnerKey,
  key: string,
  form: DraftForm<Values>,
  { omit = [], base }: DraftOptions<Values>,
) {
  const [hasFailed, setFailed] = useState(false);
  const [keptValues, setKeptValues] = useState<Values>();
  const isPending = useRef(false);
  const isKept = useRef(false);
  const keep = async () => {
    if (!isPending.current) return;
    isPending.current = false;
    isKept.current = true;
    const current = form.getValues();
    try {
      await keepOwned('drafts', owner, key, toRecord(current, omit, base));
      setFailed(false);
      setKeptValues(current);
    } catch {
      setFailed(true);
    }
  };
  const drop = useCallback(() => {
    isPending.current = false;
    isKept.current = false;
    setFailed(false);
    void dropOwned('drafts', owner, key).catch(() => undefined);
  }, [owner, key]);

  const isDirty = form.isDirty();
  const handlePause = useEffectEvent(() => void keep());
  useEffect(() => {
    // Taken back by hand: there is nothing to offer later.
    if (!isDirty) return void (isKept.current && drop());
    isPending.current = true;
    const timer = setTimeout(() => handlePause(), KEEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [form.values, isDirty, drop]);
  useLastMoment(() => void keep());
  return { hasFailed, isKept: keptValues === form.values, drop };
}

/**
 * Keeps what is typed into a form as a draft on this device, and offers the one that an earlier visit left. The result
 * is FormFrame's `draft`. A device that keeps nothing is told by `hasFailed`; the form works on.
 */
export function useFormDraft<Values extends object>(form: DraftForm<Values>, options: DraftOptions<Values>) {
  const owner = useOwner();
  const key = `${KEY_PREFIX}${options.name}|${options.id ?? 'new'}`;
  const [offer, setOffer] = useOffer(owner, key, form, options);
  const { hasFailed, isKept, drop } = useKeeping(owner, key, form, options);
  return {
    offeredAt: offer?.savedAt,
    hasFailed,
    isKept,
    restore: () => {
      if (!offer) return;
      form.setValues(offer.values);
      setOffer(undefined);
      options.onRestored?.(offer.base);
    },
    discard: () => {
      setOffer(undefined);
      if (!form.isDirty()) drop();
    },
    drop: () => {
      setOffer(undefined);
      drop();
    },
  };
}

/**
 * Reads what a draft started from, where `base` is JSON of several fields.
 *
 * @returns undefined when the draft does not say, or not in this shape any more.
 */
export function readDraftBase<S extends z.core.$ZodType>(schema: S, base: string | undefined): z.output<S> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(base ?? 'null')).data;
  } catch {
    return undefined;
  }
}
