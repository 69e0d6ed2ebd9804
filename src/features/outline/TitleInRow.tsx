/** A row's title, edited in place: Enter or leaving the field saves the title, Escape restores the old one. */
import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import * as z from 'zod/mini';

import { newChapterSchema } from '@/api/chapters';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { titleQueries, useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeSaveError } from '@/queries/save-errors';
import type { SaveOptions } from '@/ui/forms/form-frame-types';
import { type IsKeptAt, LeaveGuard } from '@/ui/forms/LeaveGuard';
import { NewerVersionDialog } from '@/ui/forms/NewerVersionDialog';
import { useAppForm } from '@/ui/forms/use-app-form';
import { useSave } from '@/ui/forms/use-save';
import { isOfInputMethod } from '@/ui/input-method';
import { showToast } from '@/ui/toast';

import { kindNames, type OutlineRow } from './outline-tree';

import classes from './OutlineFields.module.css';

const schema = z.pick(newChapterSchema, { title: true });
const labels = { title: 'タイトル' };

function selectOnMount(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

interface Titled {
  title: string;
  updatedAt?: string;
}

export interface TitleInRowProps {
  row: OutlineRow;
  isKeptAt: IsKeptAt;
  /** Called when the title is saved or the field loses focus. @param next true after Enter, which adds a row below */
  onDone: (next: boolean) => void;
}

interface FieldProps extends TitleInRowProps {
  start: Titled;
  onLoadNewer: () => Promise<void>;
}

/** Saves the title, based on the version that the field started from; a failure becomes a toast if the row has left the screen. */
function useTitleSave({ row: { kind, id }, start, onDone, onLoadNewer }: FieldProps) {
  const { saveSection, saveChapter, saveLesson } = useCurriculumEdits();
  const goesOn = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const form = useAppForm({ schema, initialValues: { title: start.title } });
  const saves = { section: saveSection, chapter: saveChapter, lesson: saveLesson };
  const saving = useSave({
    form,
    labels,
    onSave: async ({ title }: { title: string }, options: SaveOptions) => {
      try {
        return await saves[kind](id, { title }, { base: start, ...options });
      } catch (error) {
        const { message } = describeSaveError(error);
        if (isGone.current) void showToast('error', `「${title}」に変更できませんでした。${message}`);
        throw error;
      }
    },
    onSaved: () => {
      void showToast('success', `${kindNames[kind]}のタイトルを変更しました`);
      onDone(goesOn.current);
    },
    describeFailure: describeSaveError,
    onLoadNewer,
  });
  const setGoingOn = (isNext: boolean) => {
    goesOn.current = isNext;
  };
  return { form, saving, setGoingOn };
}

function TitleField(props: FieldProps) {
  const { row, onDone } = props;
  const { form, saving, setGoingOn } = useTitleSave(props);
  const element = useRef<HTMLFormElement>(null);
  const { failure, isSaving } = saving;
  const error = form.errors.title ?? failure?.message;
  const save = (isNext: boolean) => {
    if (isSaving) return;
    setGoingOn(isNext);
    if (form.isDirty()) element.current?.requestSubmit();
    else onDone(isNext);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const isOwn = isOfInputMethod(event.nativeEvent);
    if (event.key === 'Enter') event.preventDefault();
    if (isOwn) return;
    if (event.key === 'Enter' && !event.repeat) save(true);
    if (event.key === 'Escape') onDone(false);
  };
  return (
    <form
      ref={element}
      className={classes.titleForm}
      aria-label={`「${row.title}」のタイトル`}
      onSubmit={saving.submit}
    >
      <input
        ref={selectOnMount}
        className={classes.input}
        aria-label={`${kindNames[row.kind]}のタイトル`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : 'outline-title-error'}
        maxLength={200}
        enterKeyHint="done"
        autoComplete="off"
        readOnly={isSaving}
        value={form.values.title}
        onChange={(event) => form.setFieldValue('title', event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        onBlur={() => failure === undefined && save(false)}
      />
      {error !== undefined && (
        <span id="outline-title-error" role="alert" className={classes.problem}>
          {error}
          {failure && (
            <Button size="compact-sm" variant="light" type="submit" onClick={() => setGoingOn(false)}>
              もう一度
            </Button>
          )}
        </span>
      )}
      <LeaveGuard isDirty={() => failure !== undefined && form.isDirty()} isKeptAt={props.isKeptAt} />
      <NewerVersionDialog
        isOpen={failure?.newer !== undefined}
        at={failure?.newer?.at}
        conflicts={failure?.newer?.conflicts}
        labels={labels}
        onOverwrite={saving.overwrite}
        onLoad={saving.loadNewer}
        onClose={saving.forgetNewer}
      />
    </form>
  );
}

export function TitleInRow(props: TitleInRowProps) {
  const { row } = props;
  const { title, updatedAt } = row;
  const first: Titled = { title, updatedAt };
  const { start, count, loadNewer } = useFormStart(first, titleQueries.detail(row.kind, row.id));
  return <TitleField key={count} {...props} start={start} onLoadNewer={loadNewer} />;
}
