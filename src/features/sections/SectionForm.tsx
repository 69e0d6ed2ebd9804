/** The form of a section: a new one in a course, or one that is there, in place on its own screen. */
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';

import { newSectionSchema, type Section } from '@/api/sections';
import { readDraftBase, useFormDraft } from '@/device/drafts/form-drafts';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useReachability } from '@/queries/queue';
import { describeSaveError } from '@/queries/save-errors';
import { FormFrame } from '@/ui/forms/FormFrame';
import { useAppForm } from '@/ui/forms/use-app-form';

const labels = { courseId: 'コース', title: 'セクション名', description: '説明' };

const baseSchema = z.object({ title: z.string(), description: z.string() });

export interface SectionFormProps {
  /** The section that is edited; undefined for a new one. */
  section?: Section;
  /** Which course a new one goes into; '' while none is chosen. */
  courseId: string;
  /** The courses to choose from, for a new one. */
  courses?: readonly { id: string; title: string }[];
  onSaved: (sectionId: string) => void;
  onCancel: () => void;
  onLoadNewer?: () => void;
}

export function SectionForm({ section, courseId, courses = [], onSaved, onCancel, onLoadNewer }: SectionFormProps) {
  const started = { title: section?.title ?? '', description: section?.description ?? '' };
  const form = useAppForm({ schema: newSectionSchema, initialValues: { ...started, courseId } });
  const [base, setBase] = useState(started);
  const draft = useFormDraft(form, {
    name: 'section',
    id: section?.id,
    // A draft goes on from what it started from: what was changed since is asked about.
    base: JSON.stringify(base),
    onRestored: (stored) => setBase(readDraftBase(baseSchema, stored) ?? started),
  });
  const { createSection, saveSection } = useCurriculumEdits();
  const options = [
    { value: '', label: '選んでください' },
    ...courses.map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <FormFrame
      form={form}
      name={section ? 'セクションを編集' : 'セクションを作成'}
      labels={labels}
      draft={draft}
      isOffline={!useReachability()}
      isInline={section !== undefined}
      saveLabel={section ? '保存' : '作成'}
      onSave={async ({ title, description, courseId: chosen }, { overwrites }) => {
        const saved = await (section
          ? saveSection(section.id, { title, description }, { base, overwrites })
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
          <NativeSelect size="md" label={labels.courseId} required data={options} {...form.getInputProps('courseId')} />
        )}
        <TextInput label={labels.title} required maxLength={200} {...form.getInputProps('title')} />
        <Textarea label={labels.description} autosize minRows={3} maxRows={12} {...form.getInputProps('description')} />
      </Stack>
    </FormFrame>
  );
}
