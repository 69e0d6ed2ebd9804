/**
 * Required courses of a company or of one person, with their dates; teachers and admins can add, change and delete such
 * an assignment.
 */
import { Button, Card, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import IconPencil from '~icons/pencil';
import IconTrash from '~icons/trash';

import type { Assignment } from '@/api/assignments';
import type { Course } from '@/api/courses';
import { courseQueries } from '@/queries/curriculum/courses';
import { useCan } from '@/queries/me';
import { assignmentQueries } from '@/queries/people/assignments';
import { describeActionError } from '@/queries/save-errors';
import { now } from '@/storage/now';
import { dueDayWords } from '@/study/due-words';
import { useFocusOfForm } from '@/ui/keys/form-focus';
import { MoreMenu } from '@/ui/MoreMenu';
import { ActionError } from '@/ui/notices/ActionError';
import { showToast } from '@/ui/notices/toast';
import { ConfirmQuestion } from '@/ui/questions/ConfirmQuestion';
import { useAction } from '@/ui/questions/use-action';

import { AssignmentForm, type AssignmentFormProps } from './AssignmentForm';

import classes from './AssignmentList.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

interface RowProps {
  assignment: Assignment;
  courses: readonly Course[];
  canEdit: boolean;
  isEditing: boolean;
  onEdit: () => void;
  onRemove: () => Promise<void>;
  /** The other people that the assignment also covers, in words; '' if there are none. */
  targetWords: string;
}

function Row({ assignment, courses, canEdit, isEditing, onEdit, onRemove, targetWords }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  const { courseId, dueAt, note } = assignment;
  const course = courses.find(({ id }) => id === courseId);
  const title = course?.title ?? '表示されないコース';
  const remove = useAction(async () => {
    await onRemove();
    void showToast('success', '必修を削除しました');
  });
  return (
    <li className={classes.row}>
      <div>
        <span className="semibold">{title}</span>
        <Text size="sm" c="dimmed">
          {dueDayWords(dueAt, now())}
          {targetWords && ` ・ ${targetWords}`}
          {course?.status === 'draft' ? ' ・ 下書きのため、まだ数えません' : ''}
          {note ? ` ・ ${note}` : ''}
        </Text>
        <ActionError message={remove.error ? describeActionError(remove.error) : undefined} />
      </div>
      {canEdit && !isAsking && (
        <MoreMenu name={`必修「${title}」`} isPartOpen={isEditing}>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            編集
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setAsking(true)}>
            削除
          </Menu.Item>
        </MoreMenu>
      )}
      {isAsking && (
        <ConfirmQuestion
          label="必修を削除"
          question={`「${title}」は必修でなくなります。学習の記録は残ります。元に戻せません。`}
          onConfirm={() => void remove.run()}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}

export interface AssignmentListProps {
  title: string;
  /** Filters the assignments to list. */
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
    <Card component="section" aria-labelledby="required" className="grid gap-12">
      <div className={classes.head}>
        <h2 id="required" className="m-0 text-xl">
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
      <ul className="plain-list">
        {listed.map((assignment) => (
          <Row
            key={assignment.id}
            assignment={assignment}
            courses={courses}
            canEdit={canEdit}
            isEditing={editing !== 'new' && editing?.id === assignment.id}
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
