/**
 * The frame of every form: error summary, save bar, Ctrl/⌘+S, an optional next step, one save at a time, leave guard,
 * draft offer.
 */
import { Stack, Alert, Anchor, Text } from '@mantine/core';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  type RefObject,
} from 'react';

import { holdsCommand, isCommand } from '@/ui/keys/command-key';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { showToast } from '@/ui/notices/toast';

import type { FormDraft, NextStep, SaveFailure, SaveOptions } from './form-frame-types';
import { keptAsDraft, LeaveGuard } from './LeaveGuard';
import { NewerVersionDialog } from './NewerVersionDialog';
import { SaveBar } from './SaveBar';
import type { AppForm } from './use-app-form';
import { submitAndGoOn, useNextStep } from './use-next-step';
import { useSave } from './use-save';
import type { ValueWords } from './value-words';

import classes from './FormErrors.module.css';
import '@mantine/core/styles/Alert.layer.css';

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
  /**
   * Converts field values to words for the conflict dialog; by default only texts and numbers can be shown in words.
   */
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

/** The error summary of a form: gets the focus and links to each field. */
interface FormErrorsProps {
  /** The message for the whole form. */
  message?: string;
  fields: readonly { path: string; label: string; error: ReactNode }[];
  /**
   * The number of failed saves: at each failure the error summary gets the focus, unless the user is typing in another
   * field.
   */
  failures: number;
  isWritingOn: () => boolean;
  onGoTo: (path: string) => void;
}

function FormErrors({ message, fields, failures, isWritingOn, onGoTo }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => isWritingOn() || box.current?.focus());
  useEffect(() => {
    if (failures > 0) takeFocus();
  }, [failures]);
  if (!message && fields.length === 0) return null;
  return (
    <Alert
      ref={box}
      role="alert"
      tabIndex={-1}
      color="red"
      classNames={{ root: classes.box, message: 'c-text' }}
      title={fields.length > 0 ? `入力内容を確かめてください（${fields.length}件）` : undefined}
    >
      {message && <Text className="semibold">{message}</Text>}
      {fields.length > 0 && (
        <ul className={`${classes.list} plain-list grid gap-2`}>
          {fields.map(({ path, label, error }) => (
            <li key={path}>
              <Anchor
                component="button"
                type="button"
                onClick={() => onGoTo(path)}
                className={`${classes.link} touch c-bad bold text-start`}
              >
                {label}
              </Anchor>
              <span>{error}</span>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

// Keyboard shortcuts of a form: Ctrl/⌘+S saves, Ctrl/⌘+Enter saves and goes on, Enter saves if allowed, but never an
// Enter of an IME composition.

const isOnlyForm = () => document.querySelectorAll('form[data-saves]').length === 1;
/** Returns whether the focus is on no control that uses keys itself, only on the page or its title. */
const isFocusFree = () => document.activeElement?.matches('body, h1') ?? true;

/** Returns whether a dialog is open above the form, such as that of a picture; the keys then belong to the dialog. */
function isBehindDialog(form: HTMLFormElement): boolean {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
  return dialog !== undefined && !dialog.contains(form);
}

/** Ctrl+Enter: saves and goes on, where the form has a next step. @returns false if the key is not handled */
function goOn(event: KeyboardEvent, form: HTMLFormElement): boolean {
  if (!isCommand(event, 'enter') || event.repeat) return false;
  return !isBehindDialog(form) && submitAndGoOn(form);
}

/**
 * Handles the shortcuts while the form is mounted; with several forms on a screen, the one with the focus is saved.
 *
 * @param savesOnEnter true keeps the browser's submit on Enter in single-line fields, checkboxes and radio buttons.
 */
function useFormKeys(form: RefObject<HTMLFormElement | null>, savesOnEnter: boolean): void {
  useEffect(() => {
    const element = form.current;
    const handleSaveKey = (event: KeyboardEvent) => {
      if (!element || !holdsCommand(event) || event.key.toLowerCase() !== 's') return;
      // Prevents the browser's "save page", also during an IME composition.
      event.preventDefault();
      if (isCommand(event, 's') && !event.repeat && (isOnlyForm() || element.contains(document.activeElement)))
        element.requestSubmit();
    };
    const handleEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !element) return;
      if (goOn(event, element)) {
        event.preventDefault();
        return;
      }
      if (isOfInputMethod(event) || (!savesOnEnter && event.target instanceof HTMLInputElement)) event.preventDefault();
    };
    const handleKey = (event: KeyboardEvent) => {
      handleSaveKey(event);
      if (element && isOnlyForm() && isFocusFree()) goOn(event, element);
    };
    window.addEventListener('keydown', handleKey);
    element?.addEventListener('keydown', handleEnter);
    return () => {
      window.removeEventListener('keydown', handleKey);
      element?.removeEventListener('keydown', handleEnter);
    };
  }, [form, savesOnEnter]);
}

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** Detects typing in another field during a save, so that the result does not move the focus. */
function useWritingOn() {
  const pressedIn = useRef<Element>(null);
  return {
    /** Remembers the focused field; to be called when a save begins. */
    begin: () => {
      pressedIn.current = document.activeElement;
    },
    isWritingOn: () => {
      const { activeElement } = document;
      return activeElement !== pressedIn.current && (activeElement?.matches(FIELDS) ?? false);
    },
  };
}
