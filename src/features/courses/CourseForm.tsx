/** The form of a course, the same for creating and editing (specification §2). */
import { Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { type CourseDetail, courseStatusSchema, newCourseSchema } from '@/api/courses';
import { useEditDraft } from '@/device/drafts/edit-drafts';
import { ACCEPTED_IMAGES } from '@/queries/accepted-images';
import { useImageUrl } from '@/queries/contents';
import { courseQueries } from '@/queries/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { IMAGE_LIMIT, UploadRefusedError } from '@/queries/upload-checks';
import { useImageUpload } from '@/queries/uploads';
import { firstFieldOf } from '@/ui/form-focus';
import type { SaveOptions } from '@/ui/forms/form-frame-types';
import { FormFrame } from '@/ui/forms/FormFrame';
import { ImageField } from '@/ui/forms/ImageField';
import { type AppForm, useAppForm } from '@/ui/forms/use-app-form';
import { textOf, type ValueWords } from '@/ui/forms/value-words';

import { DraftQuestion } from './DraftQuestion';
import { PublishQuestion, usePublishQuestion } from './PublishQuestion';
import { useDraftQuestion } from './use-unpublish';

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';

const schema = newCourseSchema;
type CourseValues = Parameters<typeof useAppForm<typeof schema>>[0]['initialValues'];
type CourseAppForm = AppForm<CourseValues, CourseValues>;

const versionSchema = z.object({
  updatedAt: z.optional(z.string()),
  title: z.string(),
  description: z.string(),
  status: z.optional(courseStatusSchema),
  thumbnailContentId: z.nullable(z.string()),
});

/** Thrown when the editor was asked to confirm a change of the course's status, and cancelled. */
class UnchangedError extends Error {
  override readonly name = 'UnchangedError';
}

function describeFailure(error: unknown) {
  if (!(error instanceof UnchangedError)) return describeSaveError(error);
  return { message: '保存していません。入力した内容はこのまま残っています。' };
}

const labels = { title: 'タイトル', description: '説明', status: '状態', thumbnailContentId: '表紙の画像' };

const valueWords: ValueWords = (field, value) => {
  if (field === 'thumbnailContentId') return undefined;
  return field === 'status' ? (value === 'published' ? '公開' : '下書き') : textOf(field, value);
};

export interface CourseFormProps {
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
          <Group gap="xl" mt={4}>
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

export function CourseForm({ course, onSaved, onCancel, onLoadNewer }: CourseFormProps) {
  const initialValues = toValues(course);
  const form = useAppForm({ schema, initialValues });
  const { draft, base } = useEditDraft(form, {
    name: 'course',
    id: course?.id,
    schema: versionSchema,
    start: course && { ...initialValues, updatedAt: course.updatedAt },
  });
  const upload = useImageUpload(({ id }) => form.setFieldValue('thumbnailContentId', id));
  const { createCourse, saveCourse } = useCurriculumEdits();
  const publishing = usePublishQuestion(course);
  const drafting = useDraftQuestion();
  const name = course ? 'コースを編集' : 'コースを追加';

  /** Asks for confirmation before a save shows the course to learners, or hides it from them. */
  async function isStatusMeant({ status = 'draft' }: CourseValues): Promise<boolean> {
    const before = course ? course.status : 'draft';
    if (before === undefined || status === before) return true;
    return status === 'published' || !course ? publishing.isMeant() : drafting.isMeant(course);
  }
  async function save(values: CourseValues, options: SaveOptions): Promise<string> {
    if (upload.state.status === 'uploading') {
      throw new UploadRefusedError('画像のアップロードが終わるまで、お待ちください。');
    }
    if (!(await isStatusMeant(values))) throw new UnchangedError();
    const saved = await (course && base ? saveCourse(course.id, values, { base, ...options }) : createCourse(values));
    return saved.id;
  }
  return (
    <FormFrame
      form={form}
      name={name}
      labels={labels}
      draft={draft}
      isOffline={!useReachability()}
      saveLabel={course ? '保存' : '追加'}
      savedWords={course ? 'コースを保存しました' : 'コースを追加しました'}
      onSave={save}
      onSaved={onSaved}
      onCancel={onCancel}
      onLoadNewer={onLoadNewer}
      valueWords={valueWords}
      describeFailure={describeFailure}
    >
      <Stack gap="md" maw="44em">
        <CourseFields form={form} isNew={!course} />
        <CoverField form={form} upload={upload} />
      </Stack>
      <PublishQuestion {...publishing.props} />
      <DraftQuestion question={drafting.question} />
    </FormFrame>
  );
}
