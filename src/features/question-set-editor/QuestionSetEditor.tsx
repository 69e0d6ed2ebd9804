/** The question set editor: title, questions, and saving the whole set. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { rescoreQueries, type ScoreChange, useRescore } from '@/queries/curriculum/rescore';
import { useCan } from '@/queries/me';
import { Meter } from '@/ui/charts/Meter';
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

import '@mantine/core/styles/Alert.layer.css';
import { QuestionSetFields } from './QuestionSetFields';
import { QuestionSetPreview, type RenderPreview } from './QuestionSetPreview';
import { useQuestionSetEditor } from './use-question-set-editor';

import noticeClasses from './EditorNotices.module.css';
import classes from './QuestionSetEditor.module.css';

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

interface RescoreNoticeProps {
  questionSetId: string;
  /** The version of the question set that was saved. */
  version: string;
}

const countOf = (changes: readonly ScoreChange[]) => changes.reduce((sum, { count }) => sum + count, 0);

function ChangeList({ changes }: { changes: readonly ScoreChange[] }) {
  return (
    <ul className="m-0 list-indent">
      {changes.map(({ before, after, maxScore, count }) => (
        <li key={[before, after, maxScore].join()}>
          {before === after
            ? `${before}点のまま、正解とまちがいが入れかわる：${count}件（${maxScore}点満点）`
            : `${before}点→${after}点：${count}件（${maxScore}点満点）`}
        </li>
      ))}
    </ul>
  );
}

function RescoreOffer({ questionSetId, changes }: { questionSetId: string; changes: readonly ScoreChange[] }) {
  const { start, status, changes: made, done, all } = useRescore(questionSetId);
  const [isRefused, setRefused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // Scroll the notice into view, because after a save the focus is on the save bar, at the other end of the form.
  const isDone = made !== undefined;
  useEffect(() => {
    // The braces matter: `scrollIntoView` returns a promise in newer browsers, which must not become the effect's
    // cleanup.
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isDone]);
  if (isRefused) return null;
  if (made) {
    return (
      <Alert ref={box} role="status" color="green" className={noticeClasses.notice}>
        {`${countOf(made)}件を採点し直しました。受講者には、点数が変わったことを一度だけ表示します。`}
      </Alert>
    );
  }
  return (
    <Alert
      ref={box}
      role="status"
      title={`いまの正解では、提出済みの${countOf(changes)}件の採点が変わります`}
      className={noticeClasses.notice}
    >
      <ChangeList changes={changes} />
      <Text size="sm">発行済みの修了の記録は変わりません。正解を戻してもう一度採点すると、点数も戻ります。</Text>
      {status === 'error' && (
        <Text size="sm" role="alert">
          途中で止まりました。もう一度押すと、続きから採点します。
        </Text>
      )}
      {status === 'pending' ? (
        <div className="grid gap-4 w-full">
          <Meter label="再採点の進捗" done={done} all={Math.max(all, 1)} />
          <Text size="sm">{`${done} / ${all}件`}</Text>
        </div>
      ) : (
        <Group gap="xs">
          <Button onClick={start}>再採点する</Button>
          <Button variant="default" onClick={() => setRefused(true)}>
            いまはしない
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** Offers 再採点 (rescoring) if the saved solutions would give learners other scores than they have. */
function RescoreNotice({ questionSetId, version }: RescoreNoticeProps) {
  const isEnabled = useCan('submit.rescore');
  const { data = [] } = useQuery({ ...rescoreQueries.plan(questionSetId, version), enabled: isEnabled });
  if (!isEnabled || data.length === 0) return null;
  return <RescoreOffer key={version} questionSetId={questionSetId} changes={data} />;
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
