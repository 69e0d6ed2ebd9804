/** A row's title, edited in place: Enter or leaving the field saves the title, Escape restores the old one. */
import { Button } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import * as z from 'zod/mini';

import { newChapterSchema } from '@/api/chapters';
import { useEditDraft, useFormStart } from '@/device/drafts/edit-drafts';
import { titleQueries, useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { describeSaveError } from '@/queries/save-errors';
import type { SaveOptions } from '@/ui/forms/form-frame-types';
import { type IsKeptAt, keptAsDraft, LeaveGuard } from '@/ui/forms/LeaveGuard';
import { NewerVersionDialog } from '@/ui/forms/NewerVersionDialog';
import { useAppForm } from '@/ui/forms/use-app-form';
import { useSave } from '@/ui/forms/use-save';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { showToast } from '@/ui/notices/toast';

import { kindNames, type OutlineRow } from './outline-tree';
import { RowDraftOffer } from './RowDraftOffer';

import classes from './OutlineFields.module.css';

const schema = z.pick(newChapterSchema, { title: true });
/** The title and its version; the draft stores them. */
const versionSchema = z.object({ title: z.string(), updatedAt: z.optional(z.string()) });
const labels = { title: 'タイトル' };

function selectOnMount(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

type Titled = z.infer<typeof versionSchema>;

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

/**
 * Saves the title, based on the version that the field started from; a failure becomes a toast if the row has left the
 * screen.
 */
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
  const { draft, base = start } = useEditDraft(form, { name: `outline-${kind}`, id, schema: versionSchema, start });
  const saves = { section: saveSection, chapter: saveChapter, lesson: saveLesson };
  const saving = useSave({
    form,
    labels,
    onSave: async ({ title }: { title: string }, options: SaveOptions) => {
      try {
        return await saves[kind](id, { title }, { base, ...options });
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
    draft,
  });
  const setGoingOn = (isNext: boolean) => {
    goesOn.current = isNext;
  };
  return { form, draft, saving, setGoingOn };
}

function TitleField(props: FieldProps) {
  const { row, onDone } = props;
  const { form, draft, saving, setGoingOn } = useTitleSave(props);
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
    if (event.key !== 'Escape') return;
    draft.drop();
    onDone(false);
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (failure === undefined && !currentTarget.contains(relatedTarget)) save(false);
  };
  const thenWrite = (answer: () => void) => () => {
    element.current?.querySelector('input')?.focus();
    answer();
  };
  return (
    <form
      ref={element}
      className={classes.titleForm}
      aria-label={`「${row.title}」のタイトル`}
      onSubmit={saving.submit}
    >
      <div onBlur={handleBlur}>
        <input
          ref={selectOnMount}
          className={`${classes.input} flex-1 w-full min-w-0 bg-surface c-inherit font-inherit`}
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
        />
        <RowDraftOffer draft={{ ...draft, restore: thenWrite(draft.restore), discard: thenWrite(draft.discard) }} />
      </div>
      {error !== undefined && (
        <span
          id="outline-title-error"
          role="alert"
          className={`${classes.problem} row wrap gap-4-12 c-bad text-sm regular`}
        >
          {error}
          {failure && (
            <Button size="compact-sm" variant="light" type="submit" onClick={() => setGoingOn(false)}>
              もう一度
            </Button>
          )}
        </span>
      )}
      <LeaveGuard isDirty={() => failure !== undefined && form.isDirty()} isKeptAt={props.isKeptAt} {...keptAsDraft} />
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
