/** A course's state, and the button that turns it round. */
import { Button, Card } from '@mantine/core';

import type { Course } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { ActionError } from '@/ui/ActionError';
import { StatusMark } from '@/ui/StatusMark';
import { useAction } from '@/ui/use-action';

import classes from './CourseEditor.module.css';

export function PublishButton({ course: { id, status } }: { course: Course }) {
  const { updateCourse } = useCurriculumEdits();
  const isDraft = status === 'draft';
  const turn = useAction(() => updateCourse(id, { status: isDraft ? 'published' : 'draft' }));
  return (
    <Card>
      <div className={classes.status}>
        <StatusMark status={status} />
        <span className={classes.statusWords}>
          {isDraft
            ? '受講者には見えません。準備ができたら公開してください。'
            : '受講者が学習できます。変更はすぐに反映されます。'}
        </span>
        <Button variant={isDraft ? 'filled' : 'default'} loading={turn.isRunning} onClick={() => void turn.run()}>
          {isDraft ? '公開する' : '下書きに戻す'}
        </Button>
      </div>
      <ActionError message={turn.error ? describeActionError(turn.error) : undefined} />
    </Card>
  );
}
