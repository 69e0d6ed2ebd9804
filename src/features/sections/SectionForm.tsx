/** The form of a section: a new one in a course, or an existing one, edited on its screen. */
import { Stack, Textarea, TextInput } from '@mantine/core';
import * as z from 'zod/mini';

import {
  newSectionSchema,
  type Section,
  sectionFieldNames as labels,
  sectionSchema,
  type UpdateSection,
} from '@/api/sections';
import { EditForm } from '@/forms/EditForm';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import type { ComparedFields } from '@/queries/newer-version';
import { useAppForm } from '@/ui/forms/use-app-form';
import { WholeSelect } from '@/ui/forms/WholeSelect';
import { firstFieldOf } from '@/ui/keys/form-focus';

const versionSchema = z.pick(sectionSchema, {
  updatedAt: true,
  title: true,
  description: true,
} satisfies ComparedFields<UpdateSection, 'order'>);

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

export function SectionForm({ section, courseId, courses = [], onSaved, ...ways }: SectionFormProps) {
  const form = useAppForm({
    schema: newSectionSchema,
    initialValues: { title: section?.title ?? '', description: section?.description ?? '', courseId },
  });
  const { createSection, saveSection } = useCurriculumEdits();
  const options = [
    { value: '', label: '選んでください' },
    ...courses.map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <EditForm
      form={form}
      kind="section"
      noun="セクション"
      labels={labels}
      item={section}
      version={versionSchema}
      isInline={section !== undefined}
      add={createSection}
      save={(id, values, from) => {
        const { courseId: _courseId, ...changes } = values;
        return saveSection(id, changes, from);
      }}
      onSaved={({ id }) => onSaved(id)}
      {...ways}
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
    </EditForm>
  );
}
