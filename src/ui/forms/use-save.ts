/** Saves a form: one save at a time, server errors on their fields, typed values never lost. */
import { type FormEvent, useState } from 'react';

import { showToast } from '@/ui/notices/toast';
import { useOneAtATime } from '@/ui/questions/use-action';

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

/** The part of a failed save that the form shows. */
interface Failed {
  /** The message; undefined when the errors on fields are enough. */
  message?: string;
  newer?: SaveFailure['newer'];
}

/** Splits a failure into errors on the form's fields and a message for the rest. */
function splitFailure({ message, fieldErrors = [], newer }: SaveFailure, labels: Readonly<Record<string, string>>) {
  const isKnown = (path: string) => Object.hasOwn(labels, path.replaceAll(/\.\d+(?=\.|$)/g, '.*'));
  const known = fieldErrors.filter(({ path }) => isKnown(path));
  const unknown = fieldErrors.filter(({ path }) => !isKnown(path));
  const words =
    known.length > 0
      ? unknown.map((error) => `${error.path}：${error.message}`)
      : [message, ...unknown.map((error) => error.message).filter((text) => !message.includes(text))];
  const failed: Failed = { message: [...new Set(words)].join(' ') || undefined, newer };
  return { failed, onFields: Object.fromEntries(known.map((error) => [error.path, error.message])) };
}

/** Shows a toast that names the fields in which another user's changes were kept. */
function tellKept(fields: readonly string[], labels: Readonly<Record<string, string>>): void {
  const names = fields.map((name) => `「${labels[name] ?? name}」`).join('');
  void showToast('info', `ほかの人が変えた${names}と合わせて保存しました`);
}

/** Holds the failure of a save, and sets its errors on the fields. */
function useFailure<Values, Output, Saved>({ form, labels }: Saving<Values, Output, Saved>) {
  const [failure, setFailure] = useState<Failed>();
  const [failures, setFailures] = useState(0);
  const countFailure = () => setFailures((count) => count + 1);
  return {
    failure,
    /** The number of failed saves since the last success. */
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
  const { form, labels, onSave, onSaved, onLoadNewer, describeFailure, draft } = options;
  const { isRunning: isSaving, run } = useOneAtATime();
  const failing = useFailure(options);

  async function send(over: string | undefined): Promise<void> {
    const sent = form.getValues();
    try {
      const saved = await onSave(form.getTransformedValues(), { over, onCombined: (names) => tellKept(names, labels) });
      // Changes typed while a save is running still count as unsaved after it.
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
  function submit(event: FormEvent) {
    event.preventDefault();
    // A nested form must not submit its parent.
    event.stopPropagation();
    save();
  }
  function loadNewer() {
    failing.forgetNewer();
    onLoadNewer?.().catch((error: unknown) => failing.fail(describeFailure(error)));
  }
  const overwrite = () => save(failing.failure?.newer?.at);
  return { ...failing, isSaving, submit, overwrite, loadNewer: onLoadNewer && loadNewer };
}
