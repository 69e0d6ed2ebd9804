/** A chapter's lessons for editors: reorder, move, delete. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { OutlineChapter, OutlineLesson } from '@/api/courses';
import { useCapabilities } from '@/queries/capabilities';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useDeletion } from '@/queries/deletions';
import { describeActionError } from '@/queries/save-errors';
import { describeDeletion } from '@/study/outline-words';
import { ActionError } from '@/ui/ActionError';
import { DeleteButton } from '@/ui/DeleteButton';
import { DragList } from '@/ui/DragList';
import { WholeSelect } from '@/ui/forms/WholeSelect';
import { LinkButton } from '@/ui/LinkButton';
import { useAction } from '@/ui/use-action';

import { Pencil, RowPanel } from './RowPanel';

import classes from './ChapterEditor.module.css';

/** The targets a lesson may move to: every chapter of the course, in reading order. */
export interface MoveTarget {
  id: string;
  /** 「セクション ／ チャプター」. */
  label: string;
}

interface LessonPanelProps {
  lesson: OutlineLesson;
  chapterId: string;
  targets: readonly MoveTarget[];
}

function LessonPanel({ lesson, chapterId, targets }: LessonPanelProps) {
  const { updateLesson, deleteLesson } = useCurriculumEdits();
  const [target, setTarget] = useState(chapterId);
  const move = useAction(() => updateLesson(lesson.id, { chapterId: target }));
  const { hasTrash } = useCapabilities();
  const deletion = useDeletion({ kind: 'lesson', id: lesson.id }, () => deleteLesson(lesson.id));
  return (
    <RowPanel>
      <div className={classes.move}>
        <WholeSelect
          size="md"
          label="チャプター"
          className={classes.target}
          data={targets.map(({ id, label }) => ({ value: id, label }))}
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={target === chapterId}
          loading={move.isRunning}
          onClick={() => void move.run()}
        >
          移動
        </Button>
      </div>
      <ActionError message={move.error ? describeActionError(move.error) : undefined} />
      <div className={classes.panelButtons}>
        <LinkButton to="/lessons/edit/$lessonId" params={{ lessonId: lesson.id }} variant="light">
          本文と問題を編集
        </LinkButton>
        <DeleteButton
          title={lesson.title}
          question={describeDeletion(lesson.title, { questionSets: lesson.questionSetCount }, hasTrash)}
          deletion={deletion}
          describeError={describeActionError}
        />
      </div>
    </RowPanel>
  );
}

export interface LessonRowsProps {
  chapter: OutlineChapter;
  targets: readonly MoveTarget[];
}

export function LessonRows({ chapter, targets }: LessonRowsProps) {
  const { updateLesson } = useCurriculumEdits();
  const [openId, setOpenId] = useState<string>();
  const reorder = useAction((id: string, order: number) => updateLesson(id, { order }));
  const { lessons } = chapter;
  return (
    <>
      <ActionError message={reorder.error ? describeActionError(reorder.error) : undefined} />
      <DragList
        items={lessons}
        getId={({ id }) => id}
        getName={({ title }) => title}
        label={`「${chapter.title}」のレッスン`}
        onMove={(from, to) => reorder.run(lessons[from]?.id ?? '', to)}
        renderItem={(lesson) => (
          <Link to="/lessons/$lessonId" params={{ lessonId: lesson.id }} className={classes.lesson}>
            <span className={classes.lessonTitle}>{lesson.title}</span>
            <span className={classes.facts}>
              {lesson.minutes !== undefined && `約${lesson.minutes}分`}
              {lesson.questionSetCount > 0 && ` 問題${lesson.questionSetCount}件`}
            </span>
          </Link>
        )}
        renderActions={(lesson) => (
          <Pencil
            name={lesson.title}
            isOpen={openId === lesson.id}
            onToggle={() => setOpenId(openId === lesson.id ? undefined : lesson.id)}
          />
        )}
        renderBelow={(lesson) =>
          openId === lesson.id && <LessonPanel lesson={lesson} chapterId={chapter.id} targets={targets} />
        }
      />
    </>
  );
}
