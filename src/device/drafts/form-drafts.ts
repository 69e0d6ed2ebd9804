/**
 * Drafts of forms: unsaved values are stored on the device by owner, survive a crash, and are offered when the form is
 * opened again. How many are kept: form-draft-records.ts.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';

import { changeDrafts, formDraftKey, type FormDraft, readDrafts, toRecord } from './form-draft-records';

/** Debounce after the last keystroke, ms; leaving the page stores the draft at once. */
const SAVE_DEBOUNCE_MS = 400;

/** The part of a Mantine form that a draft needs. */
export interface DraftForm<Values> {
  values: Values;
  getValues: () => Values;
  getInitialValues: () => Values;
  isDirty: () => boolean;
  setValues: (values: Partial<Values>) => void;
}

export interface DraftOptions<Values> {
  /** The kind of the form, e.g. 'course'; must not contain `|`, which separates the parts of a draft's key. */
  name: string;
  /** The id of the edited thing; undefined for a new one. */
  id?: string;
  /** Fields that are never stored: passwords. */
  omit?: readonly (keyof Values & string)[];
  /** The version that the form starts from; returned with a restored draft. */
  base?: string;
  /** Validates stored values of nested shape; returns undefined when they no longer fit. */
  parse?: (stored: unknown) => Partial<Values> | undefined;
  /** Called after a draft was restored, with the version of the edited thing that the draft was based on. */
  onRestored?: (base: string | undefined) => void;
}

function isSameKind(a: unknown, b: unknown): boolean {
  return a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));
}

/** Returns the stored fields that the form still has, with the same type. */
function fitting<Values extends object>(stored: Record<string, unknown>, form: Values): Partial<Values> {
  const known = Object.entries(form).filter(([name, value]) => name in stored && isSameKind(stored[name], value));
  return Object.fromEntries(known.map(([name]) => [name, stored[name]])) as Partial<Values>;
}

function isAlreadyThere<Values extends object>(values: Partial<Values>, form: Values): boolean {
  return JSON.stringify({ ...form, ...values }) === JSON.stringify(form);
}

/** An earlier draft of a form, with its values that fit the form. */
interface Offer<Values> {
  draft: FormDraft;
  values: Partial<Values>;
}

/** A form and the place of its drafts on this device. */
interface DraftPlace<Values> extends DraftOptions<Values> {
  owner: OwnerKey;
  key: string;
  form: DraftForm<Values>;
  /** `savedAt` of drafts that are no longer offered: written by this form, or already restored or discarded. */
  gone: Set<string>;
}

/** Reads the form's earlier drafts once, newest first, and skips a draft that equals the form's values. */
function useOffers<Values extends object>({ owner, key, form, parse, gone }: DraftPlace<Values>) {
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

/** Calls back when the page may be closing: hidden, frozen, closed, or the form unmounted. */
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

/** Writes a form's drafts to the device and tracks failures. */
function useWrites<Values>({ owner, key, gone }: DraftPlace<Values>) {
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

/** Writes and deletes the draft of a form; other drafts of the same form are not changed. */
function useWriter<Values extends object>(place: DraftPlace<Values>) {
  const { form, omit = [], base, gone } = place;
  const { hasFailed, keptValues, write, erase } = useWrites(place);
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
    /** Records that the form's values have changed. */
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
    /** Deletes the stored draft, because the form is unchanged again. */
    takeBack: () => (isKept.current ? drop() : void (isPending.current = false)),
    /** Stores the current values as an earlier draft, which later writes do not replace. */
    setAside: (): FormDraft => {
      const draft = toDraft();
      void write(draft, form.getValues());
      return draft;
    },
  };
}

/** Stores the latest values of a form with a debounce, and at once when the page may be closing. */
function useKeeping<Values extends object>(
  form: DraftForm<Values>,
  { change, keep, takeBack }: ReturnType<typeof useWriter>,
) {
  const isDirty = form.isDirty();
  const handlePause = useEffectEvent(() => void keep());
  const handleChange = useEffectEvent(() => (form.isDirty() ? change() : takeBack()));
  useEffect(() => {
    handleChange();
    if (!isDirty) return;
    const timer = setTimeout(() => handlePause(), SAVE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [form.values, isDirty]);
  useLastMoment(() => void keep());
}

/**
 * Stores typed values as a draft on this device, and offers the drafts of earlier visits, one after the other. The
 * result is FormFrame's `draft`. `hasFailed` is true when the device's storage fails; the form still works.
 */
export function useFormDraft<Values extends object>(form: DraftForm<Values>, options: DraftOptions<Values>) {
  const owner = useOwner();
  const key = formDraftKey(options.name, options.id);
  const [gone] = useState(() => new Set<string>());
  const place = { ...options, owner, key, form, gone };
  const [offers, setOffers] = useOffers(place);
  const [offer, ...others] = offers;
  const writer = useWriter(place);
  const { hasFailed, isKept, change, keep, drop, takeBack, setAside } = writer;
  useKeeping(form, writer);
  const keepNow = () => {
    if (!form.isDirty()) return takeBack();
    change();
    void keep();
  };
  return {
    offeredAt: offer?.draft.savedAt,
    hasFailed,
    isKept,
    /** Fills the form with the offered draft; values that were typed meanwhile are stored as an earlier draft. */
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
      return form.isDirty() ? keepNow() : drop();
    },
    /**
     * Stores the values at once, or deletes their draft if nothing is unsaved; works after the form was unmounted, too.
     */
    keepNow,
    /**
     * Deletes the stored draft of the form's current values, but not earlier drafts that the user has neither restored
     * nor discarded.
     */
    drop,
  };
}

/**
 * Reads the version that a draft started from, where `base` is JSON of several fields.
 *
 * @returns undefined when it is missing or has another shape.
 */
export function readDraftBase<S extends z.core.$ZodType>(schema: S, base: string | undefined): z.output<S> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(base ?? 'null')).data;
  } catch {
    return undefined;
  }
}
