/** Saving a form: one at a time, the server's refusals on their fields, nothing that was typed is lost. */
import { type FormEvent, useState } from 'react';

import { useOneAtATime } from '@/ui/use-action';

import type { FormDraft, SaveFailure } from './form-frame-types';
import type { AppForm } from './use-app-form';

interface SaveOptions<Values, Output, Saved> {
  form: AppForm<Values, Output>;
  labels: Readonly<Record<string, string>>;
  onSave: (values: Output, options: { overwrites: boolean }) => Promise<Saved>;
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
  const failed: Failed = { message: words.join(' ') || undefined, newer };
  return { failed, onFields: Object.fromEntries(known.map((error) => [error.path, error.message])) };
}

export function useSave<Values, Output, Saved>(options: SaveOptions<Values, Output, Saved>) {
  const { form, labels, onSave, onSaved, describeFailure, draft } = options;
  const { isRunning, run } = useOneAtATime();
  const [failure, setFailure] = useState<Failed>();
  const [attempt, setAttempt] = useState(0);
  const countAttempt = () => setAttempt((count) => count + 1);

  async function send(overwrites: boolean) {
    const sent = form.getValues();
    try {
      const saved = await onSave(form.getTransformedValues(), { overwrites });
      // What was typed meanwhile stays unsaved.
      form.resetDirty(sent);
      if (form.getValues() === sent) draft?.drop();
      setAttempt(0);
      onSaved?.(saved);
    } catch (error) {
      const { failed, onFields } = splitFailure(describeFailure(error), labels);
      form.setErrors(onFields);
      setFailure(failed);
      countAttempt();
    }
  }
  function save(overwrites: boolean) {
    setFailure(undefined);
    if (form.validate().hasErrors) countAttempt();
    else void run(() => send(overwrites));
  }
  return {
    isSaving: isRunning,
    failure,
    attempt,
    submit: (event: FormEvent) => {
      event.preventDefault();
      // A form inside this form's fields is another form.
      event.stopPropagation();
      save(false);
    },
    overwrite: () => save(true),
    forgetNewer: () => setFailure((failed) => failed && { ...failed, newer: undefined }),
  };
}
