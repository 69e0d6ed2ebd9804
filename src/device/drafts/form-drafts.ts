/** Unsaved form values, kept on the device by owner: they survive a crash, and are offered when the form opens again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

import { formDraftKey, keepDrafts, type FormDraft, readDrafts, toRecord } from './form-draft-records';

/** After the last key, in ms; leaving the page keeps at once. */
const KEEP_DELAY_MS = 400;

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

function isAlreadyThere<Values extends object>(values: Partial<Values>, form: Values): boolean {
  return JSON.stringify({ ...form, ...values }) === JSON.stringify(form);
}

/** An older draft, and what of it fits the form. */
interface Offer<Values> {
  draft: FormDraft;
  values: Partial<Values>;
}

/** Looks once for older drafts, the newest first; says nothing of one that equals the form. */
function useOffers<Values extends object>(
  owner: OwnerKey,
  key: string,
  form: DraftForm<Values>,
  { parse }: DraftOptions<Values>,
) {
  const [offers, setOffers] = useState<Offer<Values>[]>([]);
  const handleStored = useEffectEvent((drafts: readonly FormDraft[]) => {
    const initial = form.getInitialValues();
    const found = drafts.flatMap((draft) => {
      const values = parse ? parse(draft.values) : fitting(draft.values, initial);
      return values && !isAlreadyThere(values, initial) ? { draft, values } : [];
    });
    setOffers(found);
  });
  useEffect(() => {
    let isGone = false;
    void readDrafts(owner, key).then((drafts) => {
      if (!isGone) handleStored(drafts);
    });
    return () => {
      isGone = true;
    };
  }, [owner, key]);
  return [offers, setOffers] as const;
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

/** Writes and drops what is in a form; what was offered and not answered stays beside it. */
function useWriter<Values extends object>(
  owner: OwnerKey,
  key: string,
  form: DraftForm<Values>,
  { omit = [], base }: DraftOptions<Values>,
) {
  const [hasFailed, setFailed] = useState(false);
  const [keptValues, setKeptValues] = useState<Values>();
  const isPending = useRef(false);
  const isKept = useRef(false);
  const keep = async (offered: readonly FormDraft[]) => {
    if (!isPending.current) return;
    isPending.current = false;
    isKept.current = true;
    const current = form.getValues();
    try {
      await keepDrafts(owner, key, [toRecord(current, omit, base), ...offered]);
      setFailed(false);
      setKeptValues(current);
    } catch {
      setFailed(true);
    }
  };
  const drop = (offered: readonly FormDraft[]) => {
    isPending.current = false;
    isKept.current = false;
    setFailed(false);
    void keepDrafts(owner, key, offered).catch(() => undefined);
  };
  return {
    hasFailed,
    isKept: keptValues === form.values,
    /** There is something to keep. */
    change: () => void (isPending.current = true),
    keep,
    drop,
    /** There is nothing of it to offer later. */
    takeBack: (offered: readonly FormDraft[]) => isKept.current && drop(offered),
  };
}

/** Writes the latest values after a pause, and at once when the page may be about to go. @param offered what nobody has answered. */
function useKeeping<Values extends object>(
  form: DraftForm<Values>,
  { change, keep, takeBack }: ReturnType<typeof useWriter>,
  offered: readonly FormDraft[],
) {
  const isDirty = form.isDirty();
  const handlePause = useEffectEvent(() => void keep(offered));
  const handleChange = useEffectEvent(() => (form.isDirty() ? change() : void takeBack(offered)));
  useEffect(() => {
    handleChange();
    if (!isDirty) return;
    const timer = setTimeout(() => handlePause(), KEEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [form.values, isDirty]);
  useLastMoment(() => void keep(offered));
}

/**
 * Keeps what is typed into a form as a draft on this device, and offers those that earlier visits left, one after the other. The result
 * is FormFrame's `draft`. A device that keeps nothing is told by `hasFailed`; the form works on.
 */
export function useFormDraft<Values extends object>(form: DraftForm<Values>, options: DraftOptions<Values>) {
  const owner = useOwner();
  const key = formDraftKey(options.name, options.id);
  const [offers, setOffers] = useOffers(owner, key, form, options);
  const [offer, ...others] = offers;
  const draftsOf = (some: typeof offers) => some.map(({ draft }) => draft);
  const writer = useWriter(owner, key, form, options);
  const { hasFailed, isKept, change, keep, drop } = writer;
  useKeeping(form, writer, draftsOf(offers));
  return {
    offeredAt: offer?.draft.savedAt,
    hasFailed,
    isKept,
    restore: () => {
      if (!offer) return;
      form.setValues(offer.values);
      setOffers(others);
      options.onRestored?.(offer.draft.base);
    },
    discard: () => {
      setOffers(others);
      if (!form.isDirty()) return drop(draftsOf(others));
      change();
      void keep(draftsOf(others));
    },
    drop: () => {
      setOffers([]);
      drop([]);
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
