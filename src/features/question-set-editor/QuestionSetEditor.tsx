/** The question set editor: title, questions, and saving the whole set. */
import { Alert, Button, Text } from '@mantine/core';
import { type RefObject, startTransition, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { isMissing } from '@/api/network/errors';
import { useFormDraft } from '@/device/drafts/form-drafts';
import { newSetDraftId } from '@/device/drafts/question-set-drafts';
import { OnlineForm } from '@/forms/EditForm';
import {
  fetchWholeQuestionSet,
  type QuestionSetContent,
  useQuestionSetWrites,
  type WholeQuestionSet,
} from '@/queries/curriculum/question-set-writes';
import type { NextStep, SaveOptions } from '@/ui/forms/form-frame-types';
import { GoneNotice } from '@/ui/forms/GoneNotice';
import { lazyAsked } from '@/ui/lazy-asked';
import { showToast } from '@/ui/notices/toast';

import { labelsFor } from './editor-words';
import type { RenderPictures } from './MarkdownField';
import { describeOpenError } from './question-set-errors';
import {
  blankQuestionSet,
  idsMade,
  type QuestionSetForm,
  questionSetFormShape,
  toContent,
  toNewQuestionSet,
  toQuestionSetForm,
  withIds,
} from './question-set-form';
import { type Preview, toPreview } from './question-set-preview';
import { QuestionSetFields } from './QuestionSetFields';
import { QuestionSetPreview, type RenderPreview } from './QuestionSetPreview';
import { RescoreNotice } from './RescoreNotice';
import { useQuestionSetEditor } from './use-question-set-editor';

import noticeClasses from './EditorNotices.module.css';
import classes from './QuestionSetEditor.module.css';
import '@mantine/core/styles/Alert.layer.css';

/** Notices in the question set editor: deleted or changed by another editor, draft restored, with their actions. */
interface EditorNoticesProps {
  /** True if another editor deleted the set. */
  isGone: boolean;
  onSaveAsNew: () => void;
  /** The reason why an action failed. */
  problem?: string;
  /** Restores unsaved changes that a newer version has replaced; undefined if there are none. */
  onTakeBack?: () => void;
}

function EditorNotices({ isGone, onSaveAsNew, problem, onTakeBack }: EditorNoticesProps) {
  return (
    <>
      {isGone && <GoneNotice what="問題集" onSaveAsNew={onSaveAsNew} />}
      {problem && (
        <Alert color="red" role="alert" className={noticeClasses.notice}>
          {problem}
        </Alert>
      )}
      {onTakeBack && (
        <Alert role="status" title="新しい内容を読み込みました" className={noticeClasses.notice}>
          <Text>自分の内容は、この画面を閉じるまで戻せます。</Text>
          <Button variant="default" onClick={onTakeBack}>
            自分の内容に戻す
          </Button>
        </Alert>
      )}
    </>
  );
}

/**
 * Saves a question set: tracks its id and base version, and handles a set that another editor changed or deleted
 * meanwhile.
 */
interface SaveTarget {
  id?: string;
  updatedAt?: string;
  /** The contents of the set in this version, as they would be sent; undefined for the version of a restored draft. */
  content?: QuestionSetContent;
}

/** Tracks the set that the next save writes to (id and base version), and if that set was deleted. */
function useTarget(start: SaveTarget) {
  const [target, setTarget] = useState<SaveTarget>(start);
  // A ref instead of state, because a save may begin before the next render.
  const latest = useRef(target);
  const [isGone, setGone] = useState(false);
  const [problem, setProblem] = useState<string>();
  const aim = (next: SaveTarget) => {
    latest.current = next;
    setTarget(next);
    setGone(false);
    setProblem(undefined);
  };
  return {
    target,
    now: () => latest.current,
    aim,
    /** Continues from the version on which a restored draft was based. */
    startFrom: (updatedAt: string | undefined) => {
      const { id, updatedAt: known } = latest.current;
      if (id !== undefined && updatedAt !== undefined && updatedAt !== known) aim({ id, updatedAt });
    },
    isGone,
    setGone,
    problem,
    setProblem,
  };
}

/** Loads the newer version that another editor saved. */
function createLoad({ now, aim, setProblem }: ReturnType<typeof useTarget>) {
  /**
   * Loads the newer version.
   *
   * @param isWanted called once the version has arrived; false discards it.
   * @returns the set on the server; undefined if it was discarded or could not be loaded, and then `problem` says why.
   */
  return async (isWanted = () => true): Promise<QuestionSetForm | undefined> => {
    const { id } = now();
    if (id === undefined) return undefined;
    try {
      const { set, explanation } = await fetchWholeQuestionSet(id);
      if (!isWanted()) return undefined;
      aim({ id, updatedAt: set.updatedAt, content: toContent({ set, explanation }) });
      return toQuestionSetForm(set, explanation);
    } catch (error) {
      setProblem(describeOpenError(error));
      return undefined;
    }
  };
}

/** What the form does not show yet after a save. */
interface SavedForm {
  /** True if another user's changes were merged. */
  isCombined: boolean;
  /** The ids that the server has made in place of the form's. */
  ids: ReadonlyMap<string, string>;
}

/** Manages saving. @param start the loaded question set; undefined for a new one. */
function useQuestionSetSaving(lessonId: string, start: WholeQuestionSet | undefined) {
  const writes = useQuestionSetWrites(lessonId);
  const aiming = useTarget({ id: start?.set.id, updatedAt: start?.set.updatedAt, content: start && toContent(start) });
  const { target, now, aim, isGone, problem, startFrom } = aiming;
  async function save(values: QuestionSetForm, options: SaveOptions): Promise<SavedForm> {
    const { id, updatedAt, content } = now();
    const written = toNewQuestionSet(values);
    let isCombined = false;
    const onCombined = (fields: readonly string[]) => {
      isCombined = true;
      options.onCombined(fields);
    };
    try {
      const target = { ...options, id, base: { updatedAt, ...content }, toContent, onCombined };
      const saved = await writes.save(target, written);
      const ids = isCombined ? new Map<string, string>() : idsMade(written, saved);
      // If changes were merged, keep the old base version, so that the next save merges again until the form shows
      // them.
      if (!isCombined) aim({ id: saved.id, updatedAt: saved.updatedAt, content: withIds(written, ids) });
      return { isCombined, ids };
    } catch (error) {
      if (id !== undefined && isMissing(error)) aiming.setGone(true);
      throw error;
    }
  }
  /** `isGone`: the set was deleted while it was edited; after `aimAtNew` the next save creates a new set. */
  return { target, isGone, problem, startFrom, aimAtNew: () => aim({}), save, loadNewer: createLoad(aiming) };
}

const ImportQuestions = lazyAsked(() =>
  import('./question-files/ImportQuestions').then((module) => module.ImportQuestions),
);

export interface QuestionSetEditorProps {
  lessonId: string;
  /** The id of the set; undefined for a new one. */
  loaded?: WholeQuestionSet;
  renderPreview: RenderPreview;
  renderPictures?: RenderPictures;
  /** Returns to the lesson; asks for confirmation first if the set has unsaved changes. */
  onBack: () => void;
  /** The step to the next lesson of the course. */
  next?: NextStep;
  /** Returns true if the set has unsaved changes. */
  dirtyRef: RefObject<() => boolean>;
}

function readDraft(stored: unknown): QuestionSetForm | undefined {
  const parsed = z.safeParse(questionSetFormShape, stored);
  return parsed.success ? parsed.data : undefined;
}

function startWith(loaded: WholeQuestionSet | undefined): QuestionSetForm {
  return loaded ? toQuestionSetForm(loaded.set, loaded.explanation) : blankQuestionSet();
}

/** The editor's form, with its draft on the device and the function that saves it to the server. */
function useSavedEditor({ lessonId, loaded, dirtyRef }: QuestionSetEditorProps) {
  const [start] = useState(() => startWith(loaded));
  const editor = useQuestionSetEditor(start);
  const saving = useQuestionSetSaving(lessonId, loaded);
  /** The unsaved changes that were replaced by a newer version of the set; they can be restored. */
  const [replaced, setReplaced] = useState<QuestionSetForm>();
  const draft = useFormDraft(editor.form, {
    name: 'question-set',
    id: saving.target.id ?? newSetDraftId(lessonId),
    base: saving.target.updatedAt,
    parse: readDraft,
    onRestored: saving.startFrom,
  });
  useImperativeHandle(dirtyRef, () => editor.form.isDirty);
  return {
    editor,
    saving,
    draft,
    loadNewer: async () => {
      const own = editor.form.getValues();
      const newer = await saving.loadNewer();
      if (!newer) return;
      editor.replace(newer, true);
      setReplaced(own);
    },
    takeBack:
      replaced &&
      (() => {
        editor.replace(replaced, false);
        setReplaced(undefined);
      }),
    handleSaved: async ({ isCombined, ids }: SavedForm) => {
      editor.forgetErrors();
      editor.adoptIds(ids);
      setReplaced(undefined);
      void showToast('success', '問題集を保存しました');
      const newer = isCombined ? await saving.loadNewer(() => !editor.form.isDirty()) : undefined;
      if (newer) editor.replace(newer, true);
    },
  };
}

/**
 * Manages panels shown in place of the form, such as the preview; when one closes, the button that opened it gets the
 * focus back.
 */
function useCovers() {
  const [preview, setPreview] = useState<Preview>();
  const [isImporting, setImporting] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef('');
  const isCovered = preview !== undefined || isImporting;
  useEffect(() => {
    if (isCovered || opener.current === '') return;
    root.current?.querySelector<HTMLElement>(opener.current)?.focus();
    opener.current = '';
  }, [isCovered]);
  return {
    root,
    preview,
    isImporting,
    isCovered,
    showPreview: (shown: Preview) => {
      opener.current = '[data-preview]';
      setPreview(shown);
    },
    showImport: () => {
      opener.current = '[data-import]';
      startTransition(() => setImporting(true));
    },
    close: () => {
      setPreview(undefined);
      setImporting(false);
    },
  };
}

export function QuestionSetEditor(props: QuestionSetEditorProps) {
  const { lessonId, renderPreview, renderPictures } = props;
  const { editor, saving, draft, loadNewer, takeBack, handleSaved } = useSavedEditor(props);
  const { root, ...covers } = useCovers();
  const { form } = editor;
  const { target } = saving;
  return (
    <>
      {covers.preview && (
        <QuestionSetPreview preview={covers.preview} renderPreview={renderPreview} onClose={covers.close} />
      )}
      <Suspense>
        {covers.isImporting && (
          <ImportQuestions
            values={form.values}
            onAdd={editor.addQuestions}
            onClose={covers.close}
            onMissing={covers.close}
          />
        )}
      </Suspense>
      {/* Stays mounted below what covers it, so that nothing typed is lost. */}
      <div ref={root} className={classes.editor} hidden={covers.isCovered}>
        <OnlineForm
          form={form}
          name="問題集の編集"
          labels={labelsFor(Object.keys(form.errors))}
          onSave={saving.save}
          onSaved={(saved) => void handleSaved(saved)}
          onLoadNewer={loadNewer}
          onShowField={editor.showField}
          draft={draft}
          savesOnEnter={false}
          onCancel={props.onBack}
          cancelLabel="レッスンに戻る"
          next={props.next}
        >
          {target.id !== undefined && target.updatedAt !== undefined && (
            <RescoreNotice questionSetId={target.id} version={target.updatedAt} />
          )}
          <EditorNotices
            isGone={saving.isGone}
            onSaveAsNew={saving.aimAtNew}
            problem={saving.problem}
            onTakeBack={takeBack}
          />
          <QuestionSetFields
            editor={editor}
            renderPictures={renderPictures}
            onPreview={() => covers.showPreview(toPreview(form.getValues(), lessonId))}
            onImport={covers.showImport}
            isNew={props.loaded === undefined}
          />
        </OnlineForm>
      </div>
    </>
  );
}
