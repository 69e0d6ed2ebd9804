/** The form of a section: a new one in a course, or an existing one, edited on its screen. */
import { Stack, Textarea, TextInput } from '@mantine/core';
import * as z from 'zod/mini';

import { newSectionSchema, type Section, sectionSchema } from '@/api/sections';
import { useEditDraft } from '@/device/drafts/edit-drafts';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useReachability } from '@/queries/reachability';
import { describeSaveError } from '@/queries/save-errors';
import { firstFieldOf } from '@/ui/form-focus';
import { FormFrame } from '@/ui/forms/FormFrame';
import { useAppForm } from '@/ui/forms/use-app-form';
import { WholeSelect } from '@/ui/forms/WholeSelect';

const labels = { courseId: 'コース', title: 'タイトル', description: '説明' };

const versionSchema = z.pick(sectionSchema, { updatedAt: true, title: true, description: true });

export interface SectionFormProps {
  /** The section to edit; undefined for a new one. */
  section?: Section;
  /** The id of a new section's course; '' while none is chosen. */
  courseId: string;
  /** The courses that a new section can belong to. */
  courses?: readonly { id: string; title: string }[];
  onSaved: (sectionId: string) => void;
  onCancel: () => void;
  onLoadNewer?: () => Promise<void>;
}

export function SectionForm({ section, courseId, courses = [], onSaved, onCancel, onLoadNewer }: SectionFormProps) {
  const form = useAppForm({
    schema: newSectionSchema,
    initialValues: { title: section?.title ?? '', description: section?.description ?? '', courseId },
  });
  const { draft, base } = useEditDraft(form, {
    name: 'section',
    id: section?.id,
    schema: versionSchema,
    start: section,
  });
  const { createSection, saveSection } = useCurriculumEdits();
  const options = [
    { value: '', label: '選んでください' },
    ...courses.map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <FormFrame
      form={form}
      name={section ? 'セクションを編集' : 'セクションを追加'}
      labels={labels}
      draft={draft}
      isOffline={!useReachability()}
      isInline={section !== undefined}
      saveLabel={section ? '保存' : '追加'}
      savedWords={section ? 'セクションを保存しました' : 'セクションを追加しました'}
      onSave={async ({ title, description, courseId: chosen }, options) => {
        const saved = await (section && base
          ? saveSection(section.id, { title, description }, { base, ...options })
          : createSection({ title, description, courseId: chosen }));
        return saved.id;
      }}
      onSaved={onSaved}
      onCancel={onCancel}
      onLoadNewer={onLoadNewer}
      describeFailure={describeSaveError}
    >
      <Stack gap="md" maw="44em">
        {!section && (
          <WholeSelect size="md" label={labels.courseId} required data={options} {...form.getInputProps('courseId')} />
        )}
        <TextInput
          label={labels.title}
          required
          maxLength={200}
          {...firstFieldOf(!section)}
          {...form.getInputProps('title')}
        />
        <Textarea label={labels.description} autosize minRows={3} maxRows={12} {...form.getInputProps('description')} />
      </Stack>
    </FormFrame>
  );
}
