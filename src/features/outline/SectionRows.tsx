/** A course's sections for editors, each with a link to its screen. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { CourseDetail } from '@/api/courses';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { describeActionError } from '@/queries/save-errors';
import { moveTargets } from '@/study/move-targets';
import { ActionError } from '@/ui/ActionError';
import { DragList } from '@/ui/DragList';
import { useAction } from '@/ui/use-action';

import { ChapterEditor } from './ChapterEditor';
import { Pencil } from './RowPanel';
import { SectionPanel } from './SectionPanel';

import classes from './SectionRows.module.css';

export function SectionRows({ course: { title, sections } }: { course: CourseDetail }) {
  const { updateSection } = useCurriculumEdits();
  const [openId, setOpenId] = useState<string>();
  const targets = moveTargets(sections);
  const reorder = useAction((id: string, order: number) => updateSection(id, { order }));
  return (
    <>
      <ActionError message={reorder.error ? describeActionError(reorder.error) : undefined} />
      <DragList
        items={sections}
        getId={({ id }) => id}
        getName={(section) => section.title}
        label={`「${title}」のセクション`}
        onMove={(from, to) => reorder.run(sections[from]?.id ?? '', to)}
        renderItem={(section) => (
          <h2 className={classes.sectionTitle}>
            <Link to="/sections/$sectionId" params={{ sectionId: section.id }}>
              {section.title}
            </Link>
          </h2>
        )}
        renderActions={(section) => (
          <Pencil
            name={section.title}
            isOpen={openId === section.id}
            onToggle={() => setOpenId(openId === section.id ? undefined : section.id)}
          />
        )}
        renderBelow={(section) => (
          <>
            {openId === section.id && <SectionPanel section={section} onDone={() => setOpenId(undefined)} />}
            <div className={classes.chapters}>
              <ChapterEditor section={section} headingOrder={3} targets={targets} />
            </div>
          </>
        )}
      />
    </>
  );
}
