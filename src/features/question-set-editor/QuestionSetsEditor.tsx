/** The question sets of a lesson, for those who write them: the list, and the editor of one. */
import { Alert, Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { startTransition, Suspense, useState } from 'react';

import { newSetDraftId, useQuestionSetDrafts } from '@/device/drafts/question-set-drafts';
import { lessonQueries } from '@/queries/lessons';
import { useCan } from '@/queries/me';
import { DragList } from '@/ui/DragList';
import { IconPlus } from '@/ui/edit-icons';
import { EmptyState } from '@/ui/EmptyState';
import { lazyAsked } from '@/ui/lazy-asked';
import { useReturnFocus } from '@/ui/use-return-focus';

import type { RenderPictures } from './MarkdownField';
import type { RenderPreview } from './QuestionSetPreview';
import { QuestionSetRow } from './QuestionSetRow';
import { useQuestionSetList } from './use-question-set-list';

import classes from './QuestionSetsEditor.module.css';
import '@mantine/core/styles/Alert.layer.css';

const QuestionSetDialog = lazyAsked(() => import('./QuestionSetDialog').then((module) => module.QuestionSetDialog));

export interface QuestionSetsEditorProps {
  lessonId: string;
  /** 試し解き: the player of another feature. */
  renderPreview: RenderPreview;
  /** Renders the picture picker; without it texts take no pictures. */
  renderPictures?: RenderPictures;
}

/** The set whose editor is open; no id for a new one. */
interface Opened {
  id?: string;
}

function SetList({ lessonId, onOpen }: { lessonId: string; onOpen: (opened: Opened) => void }) {
  const { data: lesson } = useSuspenseQuery(lessonQueries.detail(lessonId));
  const drafts = useQuestionSetDrafts();
  const list = useQuestionSetList(lessonId);
  const sets = lesson.questionSets;
  return (
    <>
      {list.problem && (
        <Alert color="red" role="alert">
          {list.problem}
        </Alert>
      )}
      {sets.length === 0 && (
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
            onCopy={() => void list.copy(set.id, index + 1)}
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
        className={classes.add}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onOpen({})}
      >
        {drafts.ids.includes(newSetDraftId(lessonId)) ? '書きかけの問題集を続ける' : '問題集を追加'}
      </Button>
    </>
  );
}

export function QuestionSetsEditor({ lessonId, ...rest }: QuestionSetsEditorProps) {
  const canEdit = useCan('course.edit');
  const { lookAgain } = useQuestionSetDrafts();
  const [opened, setOpened] = useState<Opened>();
  useReturnFocus(opened !== undefined);
  if (!canEdit) return null;
  return (
    <section className={classes.section} aria-labelledby="question-sets-editor">
      <h2 id="question-sets-editor" className={classes.heading}>
        問題集
      </h2>
      <SetList lessonId={lessonId} onOpen={(set) => startTransition(() => setOpened(set))} />
      <Suspense>
        {opened && (
          <QuestionSetDialog
            {...rest}
            lessonId={lessonId}
            questionSetId={opened.id}
            onMissing={() => setOpened(undefined)}
            onClose={() => {
              setOpened(undefined);
              // The last edit is written to the draft when the editor unmounts.
              setTimeout(() => void lookAgain(), 0);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
