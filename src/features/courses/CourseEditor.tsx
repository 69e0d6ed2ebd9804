/** A course's screen for editors: status, sections, and their chapters and lessons. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import IconEye from '~icons/eye';
import IconPencil from '~icons/pencil';

import type { CourseDetail } from '@/api/courses';
import { courseQueries } from '@/queries/curriculum/courses';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { countSections } from '@/study/outline/outline-words';
import { formatDay } from '@/ui/formats';
import { takeFocusOfForm } from '@/ui/keys/form-focus';
import { LinkButton } from '@/ui/LinkButton';
import { DuplicateItem, DeleteItem } from '@/ui/menu-items';
import { MoreMenu } from '@/ui/MoreMenu';
import { ActionError } from '@/ui/notices/ActionError';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { showToast } from '@/ui/notices/toast';
import { PageTitle } from '@/ui/PageTitle';
import { useAction } from '@/ui/questions/use-action';
import { StatusMark } from '@/ui/StatusMark';

import type { CoursePart } from './CourseMenu';
import { DuplicateCourse, RemoveCourse } from './CoursePanels';
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
    <div role="group" aria-label="公開する前に" className={`${classes.gaps} p-12-16 rounded-md bg-wait edge`}>
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

/**
 * A course's status (下書き = draft, 公開中 = published) with the button that toggles it: publishing runs checks first, going
 * back to a draft asks for confirmation.
 */
function PublishButton({ course }: { course: CourseDetail }) {
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
      <div className={`${classes.status} row wrap`}>
        <StatusMark status={course.status} />
        <span className={`${classes.statusWords} flex-1 c-muted text-sm`}>
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
        <div className={`${classes.gaps} p-12-16 rounded-md bg-wait edge`}>
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

export interface CourseEditorProps {
  courseId: string;
  /** Renders the course's sections; passed in by the route, because features do not import each other. */
  renderOutline: (course: CourseDetail) => ReactNode;
  onDeleted: () => void;
}

interface ActionsProps {
  course: CourseDetail;
  part: CoursePart | undefined;
  onPart: (part: CoursePart) => void;
}

/** The next step for a draft course is publishing, so editing is not the primary button then. */
function EditorActions({ course: { id, title, status }, part, onPart }: ActionsProps) {
  const params = { courseId: id };
  return (
    <Group gap="xs">
      <LinkButton
        to="/courses/$courseId"
        params={params}
        search={{ preview: true }}
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
      >
        受講者の見え方
      </LinkButton>
      <LinkButton
        to="/courses/edit/$courseId"
        params={params}
        variant={status === 'draft' ? 'default' : 'filled'}
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        コースを編集
      </LinkButton>
      <MoreMenu name={`「${title}」`} isPartOpen={part !== undefined}>
        <DuplicateItem onClick={() => onPart('duplicate')} />
        <DeleteItem onClick={() => onPart('remove')} />
      </MoreMenu>
    </Group>
  );
}

export function CourseEditor({ courseId, renderOutline, onDeleted }: CourseEditorProps) {
  const { data: course } = useSuspenseQuery(courseQueries.detail(courseId));
  const [part, setPart] = useState<CoursePart>();
  const close = () => setPart(undefined);
  return (
    <Stack gap="lg">
      <PageTitle actions={<EditorActions course={course} part={part} onPart={setPart} />}>{course.title}</PageTitle>
      {part === 'duplicate' && <DuplicateCourse course={course} onClose={close} />}
      {part === 'remove' && (
        <RemoveCourse course={course} counts={countSections(course.sections)} onDeleted={onDeleted} onCancel={close} />
      )}
      {course.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(course.cachedAt)}
        </Text>
      )}
      <PublishButton course={course} />
      {course.description && <Text className="max-w-42em pre-line">{course.description}</Text>}
      {renderOutline(course)}
    </Stack>
  );
}
