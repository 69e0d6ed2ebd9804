/** What the form of an edit started from, held once: it stays while the screen is refreshed, and goes with the draft. */
import { type FetchQueryOptions, hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';

import { type DraftForm, type DraftOptions, readDraftBase, useFormDraft } from './form-drafts';

/**
 * What a form starts from: `start`, as it was when the form was opened. `loadNewer` reads it anew; with `count` as its
 * key the form then begins again. It rejects as the query does.
 */
export function useFormStart<First, Read extends First, Key extends QueryKey>(
  first: First,
  options: FetchQueryOptions<Read, Error, Read, Key>,
) {
  const queryClient = useQueryClient();
  const of = hashKey(options.queryKey);
  const [{ start, count, ...begun }, begin] = useState({ of, start: first, count: 0 });
  // Another thing is edited on the same screen.
  if (begun.of !== of) begin({ of, start: first, count: count + 1 });
  const loadNewer = async (): Promise<void> => {
    const newer = await queryClient.fetchQuery({ ...options, staleTime: 0, retry: false });
    begin((before) => ({ ...before, start: newer, count: before.count + 1 }));
  };
  return { start, count, loadNewer };
}

interface EditDraftOptions<Values, Base extends z.ZodMiniType<object>> extends Omit<
  DraftOptions<Values>,
  'base' | 'onRestored'
> {
  /** Which fields a version is told by, `updatedAt` among them: so the draft keeps them. */
  schema: Base;
  /** What the form started from; undefined for something new. */
  start: z.output<Base> | undefined;
}

/**
 * A draft that goes on from the version it started from, so that a newer one is noticed after a restart, too. `base` is
 * that version: what a save hands to `saveFrom` (queries/newer-version.ts).
 */
export function useEditDraft<Values extends object, Base extends z.ZodMiniType<object>>(
  form: DraftForm<Values>,
  { schema, start, ...options }: EditDraftOptions<Values, Base>,
) {
  const [base, startFrom] = useState(start);
  const draft = useFormDraft(form, {
    ...options,
    base: base && JSON.stringify(z.parse(schema, base)),
    onRestored: (stored) => startFrom((before) => readDraftBase(schema, stored) ?? before),
  });
  return { draft, base, startFrom };
}
