/** The question sets of a lesson for editors: the list, and the editor of one set. */
import { Alert, Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { startTransition, Suspense, useLayoutEffect, useRef, useState } from 'react';
import IconPlus from '~icons/plus';

import { newSetDraftId, useQuestionSetDrafts } from '@/device/drafts/question-set-drafts';
import { lessonQueries } from '@/queries/curriculum/lessons';
import { fetchWholeQuestionSet, useQuestionSetWrites } from '@/queries/curriculum/question-set-writes';
import { useCan } from '@/queries/me';
import { DragList } from '@/ui/drag/DragList';
import { EmptyState } from '@/ui/EmptyState';
import type { NextStep } from '@/ui/forms/form-frame-types';
import { useReturnFocus } from '@/ui/keys/use-return-focus';
import { lazyAsked } from '@/ui/lazy-asked';

import type { RenderPictures } from './MarkdownField';
import { describeListError } from './question-set-errors';
import {
  duplicateQuestionSet,
  type QuestionSetForm,
  toContent,
  toNewQuestionSet,
  toQuestionSetForm,
} from './question-set-form';

import '@mantine/core/styles/Alert.layer.css';
import type { RenderPreview } from './QuestionSetPreview';
import { QuestionSetRow } from './QuestionSetRow';

import classes from './QuestionSetsEditor.module.css';

/** Runs one change of the list at a time, and keeps the message of the last failure. */
function useOneChange(refresh: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A ref instead of state, because state is updated too late for the second click of a double click.
  const isRunning = useRef(false);

  /** Resolves to true if the change succeeded, once the screen shows it. */
  async function run(change: () => Promise<unknown>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await change();
      await refresh();
      return true;
    } catch (error) {
      setProblem(describeListError(error));
      // Refetch without waiting: the list may have changed on the server, and offline the request takes long.
      void refresh();
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }
  return { isBusy, problem, run };
}

/**
 * Changes question sets from a lesson's list: each change reads the current set and writes the whole set, because there
 * is no PATCH.
 */
function useQuestionSetList(lessonId: string) {
  const writes = useQuestionSetWrites(lessonId);
  const { isBusy, problem, run } = useOneChange(writes.refresh);
  const read = async (id: string) => {
    const { set, explanation } = await fetchWholeQuestionSet(id);
    return { updatedAt: set.updatedAt, form: toQuestionSetForm(set, explanation) };
  };
  const rewrite = async (id: string, order: number | undefined, changes: Partial<QuestionSetForm> = {}) => {
    const { updatedAt, form } = await read(id);
    const base = { updatedAt, ...toNewQuestionSet(form) };
    await writes.save({ id, base, order, toContent }, toNewQuestionSet({ ...form, ...changes }));
  };
  return {
    isBusy,
    problem,
    rename: (id: string, title: string) => run(() => rewrite(id, undefined, { title })),
    /** @param order the index among the lesson's question sets, from 0. */
    move: (id: string, order: number) => run(() => rewrite(id, order)),
    /** Inserts a duplicate of a set at an index, from 0. */
    duplicate: (id: string, order: number) =>
      run(async () => {
        const { form } = await read(id);
        await writes.save({ id: undefined, base: {}, order, toContent }, toNewQuestionSet(duplicateQuestionSet(form)));
      }),
    remove: (id: string) => run(() => writes.remove(id)),
  };
}

const QuestionSetDialog = lazyAsked(() => import('./QuestionSetDialog').then((module) => module.QuestionSetDialog));

export interface QuestionSetsEditorProps {
  lessonId: string;
  /** Renders the trial run 試し解き with the player of another feature. */
  renderPreview: RenderPreview;
  /** Renders the picture picker; without it, texts cannot contain pictures. */
  renderPictures?: RenderPictures;
  /** True beside the outline: an open set then replaces the lesson's form, which is hidden but keeps its values. */
  isBesideOutline: boolean;
  isCovered: boolean;
  onCover: (isCovered: boolean) => void;
  /** The step to the next lesson of the course. */
  next?: NextStep;
}

/** The set whose editor is open; without an id for a new set. */
interface Opened {
  id?: string;
}

function SetList({ lessonId, onOpen }: { lessonId: string; onOpen: (opened: Opened) => void }) {
  const { data: lesson } = useSuspenseQuery(lessonQueries.detail(lessonId));
  const drafts = useQuestionSetDrafts();
  const list = useQuestionSetList(lessonId);
  const { questionSets: sets = [] } = lesson;
  return (
    <>
      {list.problem && (
        <Alert color="red" role="alert">
          {list.problem}
        </Alert>
      )}
      {lesson.questionSets?.length === 0 && (
        <EmptyState title="問題集はまだありません">
          <Text>レッスンの内容を確かめる問題を追加できます。</Text>
        </EmptyState>
      )}
      <DragList
        label="問題集の並び"
        items={sets}
        getId={({ id }) => id}
        getName={({ title }) => title}
        isDisabled={list.isBusy}
        renderItem={(set, index) => (
          <QuestionSetRow
            set={set}
            hasDraft={drafts.ids.includes(set.id)}
            isBusy={list.isBusy}
            onOpen={() => onOpen({ id: set.id })}
            onRename={(title) => list.rename(set.id, title)}
            onDuplicate={() => void list.duplicate(set.id, index + 1)}
            onRemove={() => list.remove(set.id)}
          />
        )}
        onMove={async (from, to) => {
          const set = sets[from];
          if (set) await list.move(set.id, to);
        }}
      />
      <Button
        variant="light"
        className="justify-self-start"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onOpen({})}
      >
        {drafts.ids.includes(newSetDraftId(lessonId)) ? '書きかけの問題集を続ける' : '問題集を追加'}
      </Button>
    </>
  );
}

/**
 * Hides the lesson's form while an open question set replaces it; afterwards restores the scroll position and the focus
 * on the pressed button.
 */
function useCover({ isCovered, isBesideOutline, onCover }: QuestionSetsEditorProps) {
  const before = useRef<{ opener: Element | null; top: number }>(undefined);
  useLayoutEffect(() => {
    if (isCovered) {
      window.scrollTo(0, 0);
    } else if (before.current) {
      const { opener, top } = before.current;
      before.current = undefined;
      window.scrollTo(0, top);
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    }
  }, [isCovered]);
  return {
    begin: () => {
      before.current = isBesideOutline ? { opener: document.activeElement, top: window.scrollY } : undefined;
      onCover(isBesideOutline);
    },
    end: () => onCover(false),
  };
}

export function QuestionSetsEditor(props: QuestionSetsEditorProps) {
  const { isCovered, onCover: _onCover, ...rest } = props;
  const { lessonId } = rest;
  const canEdit = useCan('course.edit');
  const { lookAgain } = useQuestionSetDrafts();
  const [opened, setOpened] = useState<Opened>();
  const cover = useCover(props);
  useReturnFocus(opened !== undefined);
  if (!canEdit) return null;
  const open = (set: Opened) =>
    startTransition(() => {
      cover.begin();
      setOpened(set);
    });
  const close = () => {
    cover.end();
    setOpened(undefined);
  };
  return (
    <>
      <section
        className={`${classes.section} grid min-w-0 gap-12`}
        aria-labelledby="question-sets-editor"
        hidden={isCovered}
      >
        <h2 id="question-sets-editor" className="m-0 text-xl">
          問題集
        </h2>
        <SetList lessonId={lessonId} onOpen={open} />
      </section>
      <Suspense>
        {opened && (
          <QuestionSetDialog
            {...rest}
            questionSetId={opened.id}
            onMissing={close}
            onClose={() => {
              close();
              // Read the drafts in a later task, because the editor writes its last edit to the draft when it unmounts.
              setTimeout(() => void lookAgain(), 0);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
