/**
 * The form that makes a course required, by a date, for a company or for some people, or changes the date and note of
 * such an assignment.
 */
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';

import { type Assignment, assignmentFieldNames } from '@/api/assignments';
import type { Course } from '@/api/courses';
import { idSchema } from '@/api/shapes';
import { OnlineForm } from '@/forms/EditForm';
import { dayInJapan, endOfDayInJapan } from '@/lib/japan-time';
import { useAssignmentEdits } from '@/queries/people/assignment-edits';
import { createId } from '@/storage/unique-id';
import { useAppForm } from '@/ui/forms/use-app-form';

import '@mantine/core/styles/Combobox.layer.css';

const labels = { ...assignmentFieldNames, day: assignmentFieldNames.dueAt };

const formSchema = z.object({
  courseId: idSchema.check(z.minLength(1)),
  /** The last day, in Japan: YYYY-MM-DD. */
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: '日付を入力してください。' })),
  note: z.string().check(z.trim(), z.maxLength(500)),
});

export interface AssignmentFormProps {
  courses: readonly Course[];
  /** The company or the people that a new assignment is for. */
  target: { companyId: string } | { userIds: string[] };
  /** The assignment to change; undefined to create a new one. */
  assignment: Assignment | undefined;
  /** The text of the toast after an assignment was created. */
  addedWords?: string;
  onSaved: () => void;
  onCancel: () => void;
}

export function AssignmentForm(props: AssignmentFormProps) {
  const { courses, target, assignment, addedWords = '必修を追加しました', onSaved, onCancel } = props;
  const { addAssignment, saveAssignment } = useAssignmentEdits();
  // Create the assignment's id only once, so that a retry after a lost server response creates no second assignment.
  const [id] = useState(createId);
  const initialDay = assignment ? dayInJapan(assignment.dueAt) : '';
  const form = useAppForm({
    schema: formSchema,
    initialValues: {
      courseId: assignment?.courseId ?? '',
      day: initialDay,
      note: assignment?.note ?? '',
    },
  });
  const data = [
    { value: '', label: 'コースを選んでください', disabled: true },
    ...courses.map((course) => ({ value: course.id, label: course.title })),
  ];
  return (
    <OnlineForm
      form={form}
      name={assignment ? '必修を編集' : '必修を追加'}
      labels={labels}
      isInline
      saveLabel={assignment ? '保存' : '追加'}
      savedWords={assignment ? '必修を保存しました' : addedWords}
      onSave={({ courseId, day, note }) =>
        assignment
          ? saveAssignment(assignment.id, {
              dueAt: day === initialDay ? undefined : endOfDayInJapan(day),
              note,
              updatedAt: assignment.updatedAt,
            })
          : addAssignment({ id, courseId, ...target, dueAt: endOfDayInJapan(day), note: note || undefined })
      }
      onSaved={onSaved}
      onCancel={onCancel}
    >
      <Stack gap="md" maw="32em">
        <NativeSelect
          label={labels.courseId}
          required
          disabled={assignment !== undefined}
          data={data}
          {...form.getInputProps('courseId')}
        />
        <TextInput type="date" label={labels.day} required {...form.getInputProps('day')} />
        <TextInput label={labels.note} maxLength={500} {...form.getInputProps('note')} />
      </Stack>
    </OnlineForm>
  );
}
