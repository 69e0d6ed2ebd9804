/**
 * A course's status (下書き = draft, 公開中 = published) with the button that toggles it: publishing runs checks first, going back to a
 * draft asks for confirmation.
 */
import { Button, Card, Group } from '@mantine/core';
import { useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { ActionError } from '@/ui/ActionError';
import { takeFocusOfForm } from '@/ui/form-focus';
import { StatusMark } from '@/ui/StatusMark';
import { showToast } from '@/ui/toast';
import { useAction } from '@/ui/use-action';

import { DraftQuestion } from './DraftQuestion';
import { PublishNotes, PublishProgress } from './PublishNotes';
import { isEmptyReport, type PublishReport, usePublishChecks } from './use-publish-checks';
import { useUnpublish } from './use-unpublish';

import classes from './CourseEditor.module.css';

interface ReportProps {
  report: PublishReport;
  isBusy: boolean;
  onPublish: () => void;
  onCancel: () => void;
}

function Report({ report, isBusy, onPublish, onCancel }: ReportProps) {
  return (
    <div role="group" aria-label="公開する前に" className={classes.gaps}>
      <PublishNotes report={report} />
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

function addedWords({ lessonCount }: CourseDetail): string {
  return lessonCount ? `公開すると、全員の課題が${lessonCount}レッスン増えます。` : '';
}

export function PublishButton({ course }: { course: CourseDetail }) {
  const { updateCourse } = useCurriculumEdits();
  const { checking, check } = usePublishChecks();
  /** The report of the checks to show; null after the editor confirmed it. */
  const [report, setReport] = useState<PublishReport | null>();
  const isDraft = course.status === 'draft';
  const { question, unpublish, ...back } = useUnpublish();
  const publish = useAction(async () => {
    if (!report) {
      const found = await check(course);
      if (!found) return setReport(null);
      if (!isEmptyReport(found)) return setReport(found);
    }
    await updateCourse(course.id, { status: 'published' });
    void showToast('success', `「${course.title}」を公開しました`);
    if (report) setReport(null);
  });
  const error = publish.error ?? back.error;
  // A server that sends no status may publish drafts, so nothing is said about it.
  if (!course.status) return null;
  return (
    <Card>
      <div className={classes.status}>
        <StatusMark status={course.status} />
        <span className={classes.statusWords}>
          {isDraft ? `受講者には見えません。${addedWords(course)}` : '受講者が学習できます。変更はすぐに反映されます。'}
        </span>
        {!report && !checking?.isSlow && (
          <Button
            ref={report === null ? takeFocusOfForm : undefined}
            variant={isDraft ? 'filled' : 'default'}
            loading={publish.isRunning || back.isRunning}
            onClick={() => void (isDraft ? publish.run() : unpublish(course))}
          >
            {isDraft ? '公開する' : '下書きに戻す'}
          </Button>
        )}
      </div>
      {checking?.isSlow && (
        <div className={classes.gaps}>
          <PublishProgress checking={checking} />
        </div>
      )}
      {report && (
        <Report
          report={report}
          isBusy={publish.isRunning}
          onPublish={() => void publish.run()}
          onCancel={() => setReport(null)}
        />
      )}
      <ActionError message={error ? describeActionError(error) : undefined} />
      <DraftQuestion question={question} />
    </Card>
  );
}
