/** The screen with the course form, for a new or an existing course. */
import { Button, Group, Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';

import {
  type CourseDetail,
  courseFieldNames as labels,
  courseStatusSchema,
  newCourseSchema,
  type UpdateCourse,
} from '@/api/courses';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { EditForm } from '@/forms/EditForm';
import { courseQueries } from '@/queries/curriculum/courses';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { ACCEPTED_IMAGES } from '@/queries/files/accepted-images';
import { useImageUrl } from '@/queries/files/contents';
import { IMAGE_LIMIT, UploadRefusedError } from '@/queries/files/upload-checks';
import { useImageUpload } from '@/queries/files/uploads';
import type { ComparedFields } from '@/queries/newer-version';
import { describeSaveError } from '@/queries/save-errors';
import { screens } from '@/session/screens';
import { ImageField } from '@/ui/forms/ImageField';
import { type AppForm, useAppForm } from '@/ui/forms/use-app-form';
import { textOf, type ValueWords } from '@/ui/forms/value-words';
import { firstFieldOf } from '@/ui/keys/form-focus';
import { PageTitle } from '@/ui/PageTitle';

import { DraftQuestion } from './DraftQuestion';

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { PublishNotes, PublishProgress } from './PublishNotes';
import { isEmptyReport, type PublishChecking, type PublishReport, usePublishChecks } from './use-publish-checks';
import { useDraftQuestion } from './use-unpublish';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

interface Question {
  /** True while the dialog is open, false after the editor's choice; the text remains while the dialog fades out. */
  isOpen: boolean;
  report: PublishReport;
  answer: (isMeant: boolean) => void;
}

interface PublishQuestionProps {
  checking: PublishChecking | undefined;
  question: Question | undefined;
}

/**
 * Returns the props of PublishQuestion, and `isMeant`, which asks the editor and resolves to true if the save may
 * publish the course.
 */
function usePublishQuestion(course: CourseDetail | undefined) {
  const { checking, check } = usePublishChecks();
  const [question, ask] = useState<Question>();
  async function isMeant(): Promise<boolean> {
    const report = await check(course);
    if (!report) return false;
    if (isEmptyReport(report)) return true;
    return new Promise((resolve) => {
      const answer = (is: boolean) => {
        ask((asked) => asked && { ...asked, isOpen: false });
        resolve(is);
      };
      ask({ isOpen: true, report, answer });
    });
  }
  return { props: { checking, question }, isMeant };
}

/** The dialog before the course form publishes a course: progress of the checks, then the problems that they found. */
function PublishQuestion({ checking, question }: PublishQuestionProps) {
  const isChecking = checking?.isSlow ?? false;
  return (
    <Modal
      opened={isChecking || (question?.isOpen ?? false)}
      onClose={() => (isChecking ? checking?.cancel() : question?.answer(false))}
      title="公開する前に"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      {isChecking && checking ? (
        <PublishProgress checking={checking} />
      ) : (
        <Stack>
          {question && <PublishNotes report={question.report} />}
          <Button data-autofocus variant="default" onClick={() => question?.answer(false)}>
            キャンセル
          </Button>
          <Button variant="light" onClick={() => question?.answer(true)}>
            このまま公開する
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

const schema = newCourseSchema;
type CourseValues = Parameters<typeof useAppForm<typeof schema>>[0]['initialValues'];
type CourseAppForm = AppForm<CourseValues, CourseValues>;

const versionSchema = z.object({
  updatedAt: z.optional(z.string()),
  title: z.string(),
  description: z.string(),
  status: z.optional(courseStatusSchema),
  thumbnailContentId: z.nullable(z.string()),
} satisfies ComparedFields<UpdateCourse, 'order', object>);

/** Thrown when the editor was asked to confirm a change of the course's status, and cancelled. */
class UnchangedError extends Error {
  override readonly name = 'UnchangedError';
}

function describeFailure(error: unknown) {
  if (!(error instanceof UnchangedError)) return describeSaveError(error);
  return { message: '保存していません。入力した内容はこのまま残っています。' };
}

const valueWords: ValueWords = (field, value) => {
  if (field === 'thumbnailContentId') return undefined;
  return field === 'status' ? (value === 'published' ? '公開' : '下書き') : textOf(field, value);
};

interface CourseFormProps {
  /** The course to edit; undefined for a new one. */
  course?: CourseDetail;
  onSaved: (courseId: string) => void;
  onCancel: () => void;
  /** Fills the course form with the server's current version. */
  onLoadNewer?: () => Promise<void>;
}

function toValues(course: CourseDetail | undefined) {
  return {
    title: course?.title ?? '',
    description: course?.description ?? '',
    status: course ? course.status : 'draft',
    thumbnailContentId: course?.thumbnailContentId ?? null,
  } satisfies CourseValues;
}

interface CoverFieldProps {
  form: CourseAppForm;
  upload: ReturnType<typeof useImageUpload>;
}

function CoverField({ form, upload: { state, upload, cancel } }: CoverFieldProps) {
  const contentId = form.values.thumbnailContentId;
  const { url } = useImageUrl(contentId ? `content:${contentId}` : undefined);
  const failure = state.status === 'failed' ? `${state.fileName}：${state.message}` : undefined;
  return (
    <ImageField
      label={labels.thumbnailContentId}
      description={`横長（16:9）の画像が合います。PNG・JPEG・WebP・GIF・AVIF、${IMAGE_LIMIT}。`}
      path="thumbnailContentId"
      hasImage={Boolean(contentId)}
      url={url}
      accept={ACCEPTED_IMAGES}
      share={state.status === 'uploading' ? state.share : undefined}
      change={state.status === 'idle' ? state.change : undefined}
      error={failure ?? (form.errors.thumbnailContentId as string | undefined)}
      onChoose={(file) => void upload(file)}
      onCancel={cancel}
      onRemove={() => form.setFieldValue('thumbnailContentId', null)}
    />
  );
}

function CourseFields({ form, isNew }: { form: CourseAppForm; isNew: boolean }) {
  const { data: courses } = useQuery({ ...courseQueries.list(), enabled: false });
  // A server that sends no status may publish drafts.
  const isStatusKept = courses?.every(({ status }) => status !== undefined);
  return (
    <>
      <TextInput
        label={labels.title}
        required
        maxLength={200}
        {...firstFieldOf(isNew)}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={labels.description}
        description="コース一覧とコースの画面に表示されます。"
        autosize
        minRows={4}
        maxRows={16}
        {...form.getInputProps('description')}
      />
      {/* Left out for a course whose server sends no status. */}
      {form.values.status && (
        <Radio.Group label={labels.status} {...form.getInputProps('status')}>
          <Group gap="lg" mt={4}>
            <Radio
              size="md"
              value="draft"
              label={isStatusKept ? '下書き（受講者には見えません）' : '下書き'}
              data-path="status"
            />
            <Radio size="md" value="published" label="公開" />
          </Group>
        </Radio.Group>
      )}
    </>
  );
}

/** The form of a course, the same for creating and editing (specification §2). */
function CourseForm({ course, onSaved, ...ways }: CourseFormProps) {
  const initialValues = toValues(course);
  const form = useAppForm({ schema, initialValues });
  const upload = useImageUpload(({ id }) => form.setFieldValue('thumbnailContentId', id));
  const { createCourse, saveCourse } = useCurriculumEdits();
  const publishing = usePublishQuestion(course);
  const drafting = useDraftQuestion();

  /** Asks for confirmation before a save shows the course to learners, or hides it from them. */
  async function isStatusMeant({ status = 'draft' }: CourseValues): Promise<boolean> {
    const before = course ? course.status : 'draft';
    if (before === undefined || status === before) return true;
    return status === 'published' || !course ? publishing.isMeant() : drafting.isMeant(course);
  }
  /**
   * Checks before a save that the cover is uploaded and that a change of status is meant.
   *
   * @throws {UploadRefusedError}, {UnchangedError}.
   */
  async function requireReady(values: CourseValues): Promise<void> {
    if (upload.state.status === 'uploading') {
      throw new UploadRefusedError('画像のアップロードが終わるまで、お待ちください。');
    }
    if (!(await isStatusMeant(values))) throw new UnchangedError();
  }
  return (
    <EditForm
      form={form}
      kind="course"
      noun="コース"
      labels={labels}
      item={course && { ...initialValues, id: course.id, updatedAt: course.updatedAt }}
      version={versionSchema}
      add={async (values) => {
        await requireReady(values);
        return createCourse(values);
      }}
      save={async (id, values, from) => {
        await requireReady(values);
        return saveCourse(id, values, from);
      }}
      onSaved={({ id }) => onSaved(id)}
      valueWords={valueWords}
      describeFailure={describeFailure}
      {...ways}
    >
      <Stack gap="md" maw="44em">
        <CourseFields form={form} isNew={!course} />
        <CoverField form={form} upload={upload} />
      </Stack>
      <PublishQuestion {...publishing.props} />
      <DraftQuestion question={drafting.question} />
    </EditForm>
  );
}

type Ways = Pick<CourseFormProps, 'onSaved' | 'onCancel'>;

export function NewCourseScreen(ways: Ways) {
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/courses/new'].title}</PageTitle>
      <CourseForm {...ways} />
    </Stack>
  );
}

export function EditCourseScreen({ courseId, ...ways }: Ways & { courseId: string }) {
  const options = courseQueries.detail(courseId);
  const { data } = useSuspenseQuery(options);
  const { start, count, loadNewer } = useFormStart(data, options);
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/courses/edit/$courseId'].title}</PageTitle>
      <CourseForm key={count} {...ways} course={start} onLoadNewer={loadNewer} />
    </Stack>
  );
}
