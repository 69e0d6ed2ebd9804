/** A course's status (下書き, 公開中) with the button that toggles it; empty parts are listed before publishing. */
import { Button, Card, Group } from '@mantine/core';
import { useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { ActionError } from '@/ui/ActionError';
import { takeFocusOfForm } from '@/ui/form-focus';
import { StatusMark } from '@/ui/StatusMark';
import { useAction } from '@/ui/use-action';

import { GapWords } from './GapWords';
import { useFindGaps } from './use-find-gaps';

import classes from './CourseEditor.module.css';

interface GapsProps {
  gaps: readonly string[];
  isBusy: boolean;
  onPublish: () => void;
  onCancel: () => void;
}

function Gaps({ gaps, isBusy, onPublish, onCancel }: GapsProps) {
  return (
    <div role="group" aria-label="公開する前に" className={classes.gaps}>
      <GapWords gaps={gaps} />
      <Group gap="xs">
        <Button ref={takeFocusOfForm} variant="default" onClick={onCancel} disabled={isBusy}>
          キャンセル
        </Button>
        <Button variant="light" loading={isBusy} onClick={onPublish}>
          このまま公開する
        </Button>
      </Group>
    </div>
  );
}

export function PublishButton({ course }: { course: CourseDetail }) {
  const { updateCourse } = useCurriculumEdits();
  const findGaps = useFindGaps();
  /** Null after the list of empty parts was confirmed. */
  const [gaps, setGaps] = useState<readonly string[] | null>();
  const isDraft = course.status === 'draft';
  const turn = useAction(async () => {
    if (isDraft && !gaps) {
      const found = await findGaps(course);
      if (found.length > 0) return setGaps(found);
    }
    await updateCourse(course.id, { status: isDraft ? 'published' : 'draft' });
    if (gaps) setGaps(null);
  });
  return (
    <Card>
      <div className={classes.status}>
        <StatusMark status={course.status} />
        <span className={classes.statusWords}>
          {isDraft
            ? `受講者には見えません。公開すると、全員の課題が${course.lessonCount}レッスン増えます。`
            : '受講者が学習できます。変更はすぐに反映されます。'}
        </span>
        {!gaps && (
          <Button
            ref={gaps === null ? takeFocusOfForm : undefined}
            variant={isDraft ? 'filled' : 'default'}
            loading={turn.isRunning}
            onClick={() => void turn.run()}
          >
            {isDraft ? '公開する' : '下書きに戻す'}
          </Button>
        )}
      </div>
      {gaps && (
        <Gaps gaps={gaps} isBusy={turn.isRunning} onPublish={() => void turn.run()} onCancel={() => setGaps(null)} />
      )}
      <ActionError message={turn.error ? describeActionError(turn.error) : undefined} />
    </Card>
  );
}
