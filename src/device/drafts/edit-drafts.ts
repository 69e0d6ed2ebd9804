/**
 * The start values of an edit form: they do not change when the screen's data are refreshed, and are stored with the
 * draft.
 */
import { type FetchQueryOptions, hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';

import { type DraftForm, type DraftOptions, readDraftBase, useFormDraft } from './form-drafts';

/**
 * Returns the start values of an edit form, as they were when the form was opened. `loadNewer` fetches the values again
 * and increments `count`; used as the form's key, `count` resets the form. `loadNewer` rejects as the query does.
 */
export function useFormStart<First, Read extends First, Key extends QueryKey>(
  first: First,
  options: FetchQueryOptions<Read, Error, Read, Key>,
) {
  const queryClient = useQueryClient();
  const of = hashKey(options.queryKey);
  const [{ start, count, ...begun }, begin] = useState({ of, start: first, count: 0 });
  // Take new start values when the same screen begins to edit another thing.
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
  /** The schema of those fields of its starting version, `updatedAt` among them, that the draft stores. */
  schema: Base;
  /** The values that the edit form started from; undefined for a new thing. */
  start: z.output<Base> | undefined;
}

/**
 * Returns a form draft that stores the version it started from, so that a newer version is detected after a reload,
 * too. `base` is that version, to be given to `saveFrom` (queries/newer-version.ts).
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
