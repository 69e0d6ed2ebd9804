/** Required courses of a company or of one person: dates, and for teachers and admins a form to add, change and delete them. */
import { Button, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Assignment } from '@/api/assignments';
import type { Course } from '@/api/courses';
import { assignmentQueries } from '@/queries/assignments';
import { courseQueries } from '@/queries/courses';
import { useCan } from '@/queries/me';
import { describeSaveError } from '@/queries/save-errors';
import { now } from '@/storage/now';
import { dueDayWords } from '@/study/due-words';
import { useFocusOfForm } from '@/ui/form-focus';
import { showToast } from '@/ui/toast';

import { AssignmentForm, type AssignmentFormProps } from './AssignmentForm';

import classes from './AssignmentList.module.css';

interface RowProps {
  assignment: Assignment;
  courses: readonly Course[];
  canEdit: boolean;
  onEdit: () => void;
  onRemove: () => Promise<void>;
  /** The other people of whom the course is required, in words; '' if there are none. */
  targetWords: string;
}

function Row({ assignment, courses, canEdit, onEdit, onRemove, targetWords }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  const { courseId, dueAt, note } = assignment;
  const course = courses.find(({ id }) => id === courseId);
  const title = course?.title ?? '表示されないコース';
  const remove = async () => {
    try {
      await onRemove();
      void showToast('success', '必修を削除しました');
    } catch (error) {
      void showToast('error', describeSaveError(error).message);
    }
  };
  return (
    <li className={classes.row}>
      <div>
        <span className={classes.title}>{title}</span>
        <Text size="sm" c="dimmed">
          {dueDayWords(dueAt, now())}
          {targetWords && ` ・ ${targetWords}`}
          {course?.status === 'draft' ? ' ・ 下書きのため、まだ数えません' : ''}
          {note ? ` ・ ${note}` : ''}
        </Text>
      </div>
      {canEdit && (
        <Group gap="xs">
          {isAsking ? (
            <>
              <Button size="sm" color="red" onClick={() => void remove()}>
                必修を削除
              </Button>
              <Button size="sm" variant="default" onClick={() => setAsking(false)}>
                キャンセル
              </Button>
            </>
          ) : (
            <>
              <Button size="sm" variant="default" aria-label={`必修「${title}」を編集`} onClick={onEdit}>
                編集
              </Button>
              <Button size="sm" variant="subtle" aria-label={`必修「${title}」を削除`} onClick={() => setAsking(true)}>
                削除
              </Button>
            </>
          )}
        </Group>
      )}
    </li>
  );
}

export interface AssignmentListProps {
  title: string;
  /** Selects the assignments that are listed. */
  isListed: (assignment: Assignment) => boolean;
  target: AssignmentFormProps['target'];
  emptyWords: string;
  targetWords: (assignment: Assignment) => string;
  onRemove: (assignment: Assignment) => Promise<void>;
}

export function AssignmentList({ title, isListed, target, emptyWords, targetWords, onRemove }: AssignmentListProps) {
  const { data: all = [] } = useQuery(assignmentQueries.all());
  const { data: courses = [] } = useQuery(courseQueries.list());
  const canEdit = useCan('assignment.edit');
  const [editing, setEditing] = useState<Assignment | 'new'>();
  const opener = useFocusOfForm(editing === 'new');
  const listed = all.filter(isListed);
  const close = () => setEditing(undefined);
  return (
    <Card component="section" aria-labelledby="required" className={classes.card}>
      <div className={classes.head}>
        <h2 id="required" className={classes.heading}>
          {title}
        </h2>
        {canEdit && editing !== 'new' && (
          <Button ref={opener} size="sm" variant="light" onClick={() => setEditing('new')}>
            必修を追加
          </Button>
        )}
      </div>
      {listed.length === 0 && (
        <Text size="sm" c="dimmed">
          {emptyWords}
        </Text>
      )}
      <ul className={classes.list}>
        {listed.map((assignment) => (
          <Row
            key={assignment.id}
            assignment={assignment}
            courses={courses}
            canEdit={canEdit}
            onEdit={() => setEditing(assignment)}
            onRemove={() => onRemove(assignment)}
            targetWords={targetWords(assignment)}
          />
        ))}
      </ul>
      {editing && (
        <AssignmentForm
          key={editing === 'new' ? 'new' : editing.id}
          courses={courses.filter(({ status }) => status === 'published')}
          target={target}
          assignment={editing === 'new' ? undefined : editing}
          onSaved={close}
          onCancel={close}
        />
      )}
    </Card>
  );
}
