/** The frame of every form: error summary, save bar, Ctrl/⌘+S, one save at a time, leave guard, draft offer. */
import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

import { showToast } from '@/ui/toast';

import type { FormDraft, SaveFailure, SaveOptions } from './form-frame-types';
import { FormErrors } from './FormErrors';
import { LeaveGuard } from './LeaveGuard';
import { NewerVersionDialog } from './NewerVersionDialog';
import { SaveBar } from './SaveBar';
import type { AppForm } from './use-app-form';
import { useFormKeys } from './use-form-keys';
import { useSave } from './use-save';
import { useWritingOn } from './use-writing-on';

export interface FormFrameProps<Values, Output, Saved> {
  form: AppForm<Values, Output>;
  /** The accessible name, e.g. 「コースの編集」. */
  name: string;
  /** Field names for the summary; `*` matches an index: 'choices.*.body'. */
  labels: Readonly<Record<string, string>>;
  onSave: (values: Output, options: SaveOptions) => Promise<Saved>;
  /** Called after a save, without leave guard and draft. */
  onSaved?: (saved: Saved) => void;
  /** The toast after a save, e.g. 「コースを保存しました」. */
  savedWords?: string;
  describeFailure: (error: unknown) => SaveFailure;
  /** Called before a field of the summary gets the focus; must synchronously make a hidden field visible. */
  onShowField?: (path: string) => void;
  onCancel?: () => void;
  /** Loads the newer version into the form; its rejection is described like a failed save. */
  onLoadNewer?: () => Promise<void>;
  /** Extra content of the conflict dialog, e.g. the newer version. */
  newerContent?: ReactNode;
  draft?: FormDraft;
  isOffline?: boolean;
  saveLabel?: string;
  /** A small form inside a screen: its bar is not sticky, and there is no error summary of fields. */
  isInline?: boolean;
  /** False where an accidental Enter would publish unfinished work. */
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
  const { onSaved, savedWords } = props;
  const element = useRef<HTMLFormElement>(null);
  const handleSaved = (saved: Saved) => {
    if (savedWords !== undefined) void showToast('success', savedWords);
    onSaved?.(saved);
  };
  const { isSaving, failure, failures, submit, overwrite, loadNewer, forgetNewer } = useSave({
    ...props,
    onSaved: handleSaved,
  });
  useFormKeys(element, props.savesOnEnter ?? true);
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
    <form ref={element} aria-label={name} data-saves noValidate onSubmitCapture={begin} onSubmit={submit}>
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
          isSaving={isSaving}
          isOffline={isOffline}
          saveLabel={saveLabel}
          isInline={isInline}
          draft={draft}
          onCancel={props.onCancel}
        />
      </Stack>
      <LeaveGuard
        isDirty={() => form.isDirty()}
        consequence={draft && '書きかけはこの端末に残り、次に開いたときに復元できます。'}
        isLoss={!draft}
      />
      <NewerVersionDialog
        isOpen={failure?.newer !== undefined}
        at={failure?.newer?.at}
        changed={failure?.newer?.fields?.flatMap((name) => labels[name] ?? [])}
        onOverwrite={overwrite}
        onLoad={loadNewer}
        onClose={forgetNewer}
      >
        {props.newerContent}
      </NewerVersionDialog>
    </form>
  );
}
