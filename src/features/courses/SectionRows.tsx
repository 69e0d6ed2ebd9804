/** A course's sections in their order, each with a way to its own screen. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CourseDetail, OutlineSection } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { ActionError } from '@/ui/ActionError';
import { DragList } from '@/ui/DragList';

import classes from './CourseEditor.module.css';

export interface SectionRowsProps {
  course: CourseDetail;
  renderSection: (section: OutlineSection) => ReactNode;
}

export function SectionRows({ course: { title, sections }, renderSection }: SectionRowsProps) {
  const { updateSection } = useCurriculumEdits();
  const reorder = useMutation({
    mutationFn: ({ id, order }: { id: string; order: number }) => updateSection(id, { order }),
  });
  return (
    <>
      <ActionError message={reorder.error ? describeActionError(reorder.error) : undefined} />
      <DragList
        items={sections}
        getId={({ id }) => id}
        getName={(section) => section.title}
        label={`「${title}」のセクション`}
        onMove={async (from, to) => {
          const section = sections[from];
          if (section) await reorder.mutateAsync({ id: section.id, order: to });
        }}
        renderItem={(section) => (
          <h2 className={classes.sectionTitle}>
            <Link to="/sections/$sectionId" params={{ sectionId: section.id }}>
              {section.title}
            </Link>
          </h2>
        )}
        renderBelow={(section) => <div className={classes.chapters}>{renderSection(section)}</div>}
      />
    </>
  );
}
