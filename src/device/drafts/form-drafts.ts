/** Unsaved form values, kept on the device by owner: they survive a crash, and are offered when the form opens again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

import { changeDrafts, formDraftKey, type FormDraft, readDrafts, toRecord } from './form-draft-records';

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

/** Looks once for older drafts, the newest first; says nothing of one that equals the form. @param gone see {@link useWriter}. */
function useOffers<Values extends object>(
  owner: OwnerKey,
  key: string,
  form: DraftForm<Values>,
  { parse }: DraftOptions<Values>,
  gone: Set<string>,
) {
  const [offers, setOffers] = useState<Offer<Values>[]>([]);
  const handleStored = useEffectEvent((drafts: readonly FormDraft[]) => {
    const initial = form.getInitialValues();
    const offerOf = (draft: FormDraft) => {
      const values = parse ? parse(draft.values) : fitting(draft.values, initial);
      if (values && !isAlreadyThere(values, initial)) return [{ draft, values }];
      gone.add(draft.savedAt);
      return [];
    };
    setOffers(drafts.filter(({ savedAt }) => !gone.has(savedAt)).flatMap(offerOf));
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

/** Writes to the device, and whether that went well. @param gone see {@link useWriter}. */
function useWrites<Values>(owner: OwnerKey, key: string, gone: ReadonlySet<string>) {
  const [hasFailed, setFailed] = useState(false);
  const [keptValues, setKeptValues] = useState<Values>();
  return {
    hasFailed,
    keptValues,
    write: async (draft: FormDraft, values: Values) => {
      try {
        await changeDrafts(owner, key, draft, new Set(gone));
        setFailed(false);
        setKeptValues(values);
      } catch {
        setFailed(true);
      }
    },
    erase: () => {
      setFailed(false);
      void changeDrafts(owner, key, undefined, new Set(gone)).catch(() => undefined);
    },
  };
}

/**
 * Writes and drops what is in a form; whatever else lies on the device of it stays beside it.
 *
 * @param gone when the drafts were saved that do not: written here, or answered.
 */
function useWriter<Values extends object>(
  owner: OwnerKey,
  key: string,
  form: DraftForm<Values>,
  { omit = [], base }: DraftOptions<Values>,
  gone: Set<string>,
) {
  const { hasFailed, keptValues, write, erase } = useWrites<Values>(owner, key, gone);
  const isPending = useRef(false);
  const isKept = useRef(false);
  const toDraft = () => toRecord(form.getValues(), omit, base);
  const drop = () => {
    isPending.current = false;
    isKept.current = false;
    erase();
  };
  return {
    hasFailed,
    isKept: keptValues === form.values,
    /** There is something to keep. */
    change: () => void (isPending.current = true),
    keep: async () => {
      if (!isPending.current) return;
      isPending.current = false;
      isKept.current = true;
      const draft = toDraft();
      gone.add(draft.savedAt);
      await write(draft, form.getValues());
    },
    drop,
    /** There is nothing of it to offer later. */
    takeBack: () => isKept.current && drop(),
    /** Keeps it as one of the older drafts: it stays, whatever is written after it. */
    setAside: (): FormDraft => {
      const draft = toDraft();
      void write(draft, form.getValues());
      return draft;
    },
  };
}

/** Writes the latest values after a pause, and at once when the page may be about to go. */
function useKeeping<Values extends object>(
  form: DraftForm<Values>,
  { change, keep, takeBack }: ReturnType<typeof useWriter>,
) {
  const isDirty = form.isDirty();
  const handlePause = useEffectEvent(() => void keep());
  const handleChange = useEffectEvent(() => (form.isDirty() ? change() : void takeBack()));
  useEffect(() => {
    handleChange();
    if (!isDirty) return;
    const timer = setTimeout(() => handlePause(), KEEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [form.values, isDirty]);
  useLastMoment(() => void keep());
}

/**
 * Keeps what is typed into a form as a draft on this device, and offers those that earlier visits left, one after the other. The result
 * is FormFrame's `draft`. A device that keeps nothing is told by `hasFailed`; the form works on.
 */
export function useFormDraft<Values extends object>(form: DraftForm<Values>, options: DraftOptions<Values>) {
  const owner = useOwner();
  const key = formDraftKey(options.name, options.id);
  const [gone] = useState(() => new Set<string>());
  const [offers, setOffers] = useOffers(owner, key, form, options, gone);
  const [offer, ...others] = offers;
  const writer = useWriter(owner, key, form, options, gone);
  const { hasFailed, isKept, change, keep, drop, setAside } = writer;
  useKeeping(form, writer);
  return {
    offeredAt: offer?.draft.savedAt,
    hasFailed,
    isKept,
    /** What is in the form changes places with it. */
    restore: () => {
      if (!offer) return;
      const isReplacing = form.isDirty() && !isAlreadyThere(offer.values, form.getValues());
      const draft = isReplacing ? setAside() : undefined;
      gone.add(offer.draft.savedAt);
      form.setValues(offer.values);
      setOffers(draft ? [...others, { draft, values: draft.values as Partial<Values> }] : others);
      options.onRestored?.(offer.draft.base);
    },
    discard: () => {
      if (offer) gone.add(offer.draft.savedAt);
      setOffers(others);
      if (!form.isDirty()) return drop();
      change();
      void keep();
    },
    /** Of what the form held; what nobody has answered stays. */
    drop,
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
