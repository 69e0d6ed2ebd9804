/** The frame of every form: error summary, save bar, Ctrl/⌘+S, an optional next step, one save at a time, leave guard, draft offer. */
import { Stack } from '@mantine/core';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';

import { showToast } from '@/ui/toast';

import type { FormDraft, NextStep, SaveFailure, SaveOptions } from './form-frame-types';
import { FormErrors } from './FormErrors';
import { keptAsDraft, LeaveGuard } from './LeaveGuard';
import { NewerVersionDialog } from './NewerVersionDialog';
import { SaveBar } from './SaveBar';
import type { AppForm } from './use-app-form';
import { useFormKeys } from './use-form-keys';
import { submitAndGoOn, useNextStep } from './use-next-step';
import { useSave } from './use-save';
import { useWritingOn } from './use-writing-on';
import type { ValueWords } from './value-words';

export interface FormFrameProps<Values, Output, Saved> {
  form: AppForm<Values, Output>;
  /** The accessible name, e.g. 「コースの編集」. */
  name: string;
  /** Field names for the summary; `*` matches an index: 'choices.*.body'. */
  labels: Readonly<Record<string, string>>;
  onSave: (values: Output, options: SaveOptions) => Promise<Saved>;
  /** Called after a save, when leave guard and draft are already removed. */
  onSaved?: (saved: Saved) => void;
  /** The toast after a save, e.g. 「コースを保存しました」. */
  savedWords?: string;
  describeFailure: (error: unknown) => SaveFailure;
  /** Called before a field of the summary gets the focus; must synchronously make a hidden field visible. */
  onShowField?: (path: string) => void;
  onCancel?: () => void;
  cancelLabel?: string;
  next?: NextStep;
  /** Receives a function that acts like the button of the next step, for use outside the form. */
  goOnRef?: Ref<() => void>;
  /** Loads another user's newer version into the form; its rejection is described like a failed save. */
  onLoadNewer?: () => Promise<void>;
  /** Converts field values to words for the conflict dialog; by default only texts and numbers can be shown in words. */
  valueWords?: ValueWords;
  /** Extra content of the conflict dialog, e.g. the newer version. */
  newerContent?: ReactNode;
  draft?: FormDraft;
  isOffline?: boolean;
  saveLabel?: string;
  /** True for a small form inside a screen: its bar is not sticky, and there is no error summary of fields. */
  isInline?: boolean;
  /** False for forms in which an accidental Enter would publish unfinished work. */
  savesOnEnter?: boolean;
  children: ReactNode;
}

/** Returns a field's name: 'questions.2.body' uses the label of 'questions.*.body' with its number. */
function labelOf(path: string, labels: Readonly<Record<string, string>>): string {
  const exact = labels[path];
  if (exact) return exact;
  const number = /\.(\d+)(?:\.|$)/.exec(path)?.[1];
  const label = labels[path.replaceAll(/\.\d+(?=\.|$)/g, '.*')];
  return label && number !== undefined ? `${Number(number) + 1}番目の${label}` : (label ?? path);
}

export function FormFrame<Values, Output, Saved>(props: FormFrameProps<Values, Output, Saved>) {
  const { form, name, labels, draft, isOffline = false, saveLabel = '保存', isInline = false, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const handleSaved = (saved: Saved) => {
    if (props.savedWords !== undefined) void showToast('success', props.savedWords);
    props.onSaved?.(saved);
  };
  const nextStep = useNextStep({ next: props.next, isDirty: () => form.isDirty(), onSaved: handleSaved });
  const { isSaving, failure, failures, submit, overwrite, loadNewer, forgetNewer } = useSave({
    ...props,
    onSaved: nextStep.handleSaved,
  });
  useFormKeys(element, props.savesOnEnter ?? true);
  useImperativeHandle(props.goOnRef, () => () => void (element.current && submitAndGoOn(element.current)), []);
  const { begin, isWritingOn } = useWritingOn();

  const goTo = (path: string) => {
    props.onShowField?.(path);
    const marked = [...(element.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const field = marked.find(({ dataset }) => dataset.path === path);
    const target = field?.matches('input, textarea, select, button, [tabindex]')
      ? field
      : field?.querySelector<HTMLElement>('input, textarea, select, button, [tabindex], [contenteditable="true"]');
    target?.focus();
  };
  const fields = Object.entries(form.errors).map(([path, error]) => ({ path, label: labelOf(path, labels), error }));
  const goToFirst = useEffectEvent(() => fields[0] && !isWritingOn() && goTo(fields[0].path));
  useEffect(() => {
    if (isInline && failures > 0) goToFirst();
  }, [isInline, failures]);

  return (
    <form
      ref={element}
      aria-label={name}
      data-saves
      noValidate
      onSubmitCapture={begin}
      onSubmit={nextStep.around(submit)}
    >
      <Stack gap="lg">
        {failures > 0 && (
          <FormErrors
            message={failure?.message}
            fields={isInline ? [] : fields}
            {...{ failures, isWritingOn }}
            onGoTo={goTo}
          />
        )}
        {children}
        <SaveBar
          isDirty={form.isDirty()}
          {...{ isSaving, isOffline, saveLabel, isInline, draft }}
          onCancel={props.onCancel}
          cancelLabel={props.cancelLabel}
          next={props.next}
        />
      </Stack>
      <LeaveGuard name={name} isDirty={() => form.isDirty()} {...(draft && keptAsDraft)} />
      <NewerVersionDialog
        isOpen={failure?.newer !== undefined}
        at={failure?.newer?.at}
        conflicts={failure?.newer?.conflicts}
        labels={labels}
        valueWords={props.valueWords}
        onOverwrite={overwrite}
        onLoad={loadNewer}
        onClose={forgetNewer}
      >
        {props.newerContent}
      </NewerVersionDialog>
    </form>
  );
}
