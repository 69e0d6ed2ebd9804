/** The frame of every form: error summary, save bar, Ctrl/⌘+S, one save at a time, leave guard, the older draft. */
import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

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
  /** The form's name for those who do not see it, e.g. 「コースの編集」. */
  name: string;
  /** What each field is called in the summary; `*` stands for an index: 'choices.*.body'. */
  labels: Readonly<Record<string, string>>;
  onSave: (values: Output, options: SaveOptions) => Promise<Saved>;
  /** The guard is down and the draft gone: go elsewhere, or show a toast. */
  onSaved?: (saved: Saved) => void;
  describeFailure: (error: unknown) => SaveFailure;
  /** Called before a field of the summary takes the focus: brings it onto the screen, at once, where it is not. */
  onShowField?: (path: string) => void;
  onCancel?: () => void;
  /** Loads the newer version that somebody else saved, into the form; what it rejects with is described as a save's failure is. */
  onLoadNewer?: () => Promise<void>;
  /** Stands in the question about a newer version: what that one says, for example. */
  newerContent?: ReactNode;
  draft?: FormDraft;
  isOffline?: boolean;
  saveLabel?: string;
  /** A small form among other things: its bar stays where it is, and the error beside the field is enough. */
  isInline?: boolean;
  /** False where one Enter too many would show learners what is unfinished. */
  savesOnEnter?: boolean;
  children: ReactNode;
}

/** 'questions.2.body' is called as 'questions.*.body', with its number before it. */
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
  const { isSaving, failure, failures, submit, overwrite, loadNewer, forgetNewer } = useSave(props);
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
