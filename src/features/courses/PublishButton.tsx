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

import { DraftQuestion } from './DraftQuestion';
import { GapWords } from './GapWords';
import { useFindGaps } from './use-find-gaps';
import { useUnpublish } from './use-unpublish';

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
        <Button ref={takeFocusOfForm} onClick={onCancel} disabled={isBusy}>
          公開しない
        </Button>
        <Button variant="default" loading={isBusy} onClick={onPublish}>
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
  const { question, unpublish, ...back } = useUnpublish();
  const publish = useAction(async () => {
    if (!gaps) {
      const found = await findGaps(course);
      if (found.length > 0) return setGaps(found);
    }
    await updateCourse(course.id, { status: 'published' });
    if (gaps) setGaps(null);
  });
  const error = publish.error ?? back.error;
  return (
    <Card>
      <div className={classes.status}>
        <StatusMark status={course.status} />
        <span className={classes.statusWords}>
          {isDraft
            ? `受講者には見えません。公開すると、レッスン${course.lessonCount}件が全員の進みに加わります。`
            : '受講者が学習できます。変更はすぐに反映されます。'}
        </span>
        {!gaps && (
          <Button
            ref={gaps === null ? takeFocusOfForm : undefined}
            variant={isDraft ? 'filled' : 'default'}
            loading={publish.isRunning || back.isRunning}
            onClick={() => void (isDraft ? publish.run() : unpublish(course))}
          >
            {isDraft ? '公開する' : '下書きに戻す'}
          </Button>
        )}
      </div>
      {gaps && (
        <Gaps
          gaps={gaps}
          isBusy={publish.isRunning}
          onPublish={() => void publish.run()}
          onCancel={() => setGaps(null)}
        />
      )}
      <ActionError message={error ? describeActionError(error) : undefined} />
      <DraftQuestion question={question} />
    </Card>
  );
}
