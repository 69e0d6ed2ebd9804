/** Saving a form: one at a time, the server's refusals on their fields, nothing that was typed is lost. */
import { type FormEvent, useState } from 'react';

import { useOneAtATime } from '@/ui/use-action';

import type { FormDraft, SaveFailure, SaveOptions } from './form-frame-types';
import type { AppForm } from './use-app-form';

interface Saving<Values, Output, Saved> {
  form: AppForm<Values, Output>;
  labels: Readonly<Record<string, string>>;
  onSave: (values: Output, options: SaveOptions) => Promise<Saved>;
  onLoadNewer?: () => Promise<void>;
  onSaved?: (saved: Saved) => void;
  describeFailure: (error: unknown) => SaveFailure;
  draft?: FormDraft;
}

/** What the frame shows of a save that failed. */
interface Failed {
  /** Absent when the fields' own errors say all. */
  message?: string;
  newer?: SaveFailure['newer'];
}

/** Server errors of fields that the form has land there, the rest in the words of the whole. */
function splitFailure({ message, fieldErrors = [], newer }: SaveFailure, labels: Readonly<Record<string, string>>) {
  const isKnown = (path: string) => Object.hasOwn(labels, path.replaceAll(/\.\d+(?=\.|$)/g, '.*'));
  const known = fieldErrors.filter(({ path }) => isKnown(path));
  const unknown = fieldErrors.filter(({ path }) => !isKnown(path)).map((error) => error.message);
  const words = known.length > 0 ? unknown : [message, ...unknown];
  const failed: Failed = { message: [...new Set(words)].join(' ') || undefined, newer };
  return { failed, onFields: Object.fromEntries(known.map((error) => [error.path, error.message])) };
}

/** What a save failed with, on the fields that it names and for the whole. */
function useFailure<Values, Output, Saved>({ form, labels }: Saving<Values, Output, Saved>) {
  const [failure, setFailure] = useState<Failed>();
  const [failures, setFailures] = useState(0);
  const countFailure = () => setFailures((count) => count + 1);
  return {
    failure,
    /** Counts the failed saves, since the last good one. */
    failures,
    countFailure,
    forgetFailures: () => setFailures(0),
    fail: (described: SaveFailure) => {
      const { failed, onFields } = splitFailure(described, labels);
      form.setErrors(onFields);
      setFailure(failed);
      countFailure();
    },
    forget: () => setFailure(undefined),
    forgetNewer: () => setFailure((failed) => failed && { ...failed, newer: undefined }),
  };
}

export function useSave<Values, Output, Saved>(options: Saving<Values, Output, Saved>) {
  const { form, onSave, onSaved, onLoadNewer, describeFailure, draft } = options;
  const { isRunning, run } = useOneAtATime();
  const failing = useFailure(options);

  async function send(over: string | undefined): Promise<void> {
    const sent = form.getValues();
    try {
      const saved = await onSave(form.getTransformedValues(), { over });
      // What was typed meanwhile stays unsaved.
      form.resetDirty(sent);
      if (form.getValues() === sent) draft?.drop();
      failing.forgetFailures();
      onSaved?.(saved);
    } catch (error) {
      const described = describeFailure(error);
      if (await described.remedy?.()) await send(over);
      else failing.fail(described);
    }
  }
  function save(over?: string) {
    failing.forget();
    if (form.validate().hasErrors) failing.countFailure();
    else void run(() => send(over));
  }
  return {
    ...failing,
    isSaving: isRunning,
    submit: (event: FormEvent) => {
      event.preventDefault();
      // A form inside this form's fields is another form.
      event.stopPropagation();
      save();
    },
    overwrite: () => save(failing.failure?.newer?.at),
    loadNewer:
      onLoadNewer &&
      (() => {
        failing.forgetNewer();
        onLoadNewer().catch((error: unknown) => failing.fail(describeFailure(error)));
      }),
  };
}
