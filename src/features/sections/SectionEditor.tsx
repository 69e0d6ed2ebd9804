/** A section's screen for editors: title, description and chapters, edited in place (specification §2). */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import type { SectionDetail } from '@/api/sections';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { useCapabilities } from '@/queries/capabilities';
import { useCurriculumEdits } from '@/queries/curriculum-edits';
import { useDeletion } from '@/queries/deletions';
import { describeActionError } from '@/queries/save-errors';
import { sectionQueries } from '@/queries/sections';
import { countChapters, describeDeletion } from '@/study/outline-words';
import { DeleteButton } from '@/ui/DeleteButton';
import { IconEye, IconPencil } from '@/ui/edit-icons';
import { focusFirstField, takeFocusOfForm } from '@/ui/form-focus';
import { formatDay } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import { SectionForm } from './SectionForm';

import classes from './SectionEditor.module.css';

export interface SectionEditorProps {
  sectionId: string;
  /** Renders the section's chapters; the route passes it in. */
  renderChapters: () => ReactNode;
  onDeleted: (courseId: string) => void;
  /** Renders 「コピーを作成」. */
  renderCopy: (section: SectionDetail) => ReactNode;
}

/** The form that is edited in place. */
function SectionFormInPlace({ section, onDone }: { section: SectionDetail; onDone: () => void }) {
  const { start, count, loadNewer } = useFormStart(section, sectionQueries.detail(section.id));
  return (
    <Card>
      <div ref={focusFirstField} key={count}>
        <SectionForm
          section={start}
          courseId={section.courseId}
          onSaved={onDone}
          onCancel={onDone}
          onLoadNewer={loadNewer}
        />
      </div>
    </Card>
  );
}

interface SectionEndProps {
  section: SectionDetail;
  copy: ReactNode;
  onDeleted: () => void;
}

function SectionEnd({ section, copy, onDeleted }: SectionEndProps) {
  const { deleteSection } = useCurriculumEdits();
  const { hasTrash } = useCapabilities();
  const deletion = useDeletion({ kind: 'section', id: section.id }, () => deleteSection(section.id));
  return (
    <div className={classes.end}>
      {copy}
      <DeleteButton
        title={section.title}
        question={describeDeletion(section.title, countChapters(section.chapters), hasTrash)}
        deletion={deletion}
        describeError={describeActionError}
        onDeleted={onDeleted}
      />
    </div>
  );
}

export function SectionEditor({ sectionId, renderChapters, renderCopy, onDeleted }: SectionEditorProps) {
  const { data: section } = useSuspenseQuery(sectionQueries.detail(sectionId));
  const [isEditing, setEditing] = useState<boolean>();
  const actions = (
    <Group gap="xs">
      <LinkButton
        to="/sections/$sectionId"
        params={{ sectionId }}
        search={{ preview: true }}
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
      >
        受講者の見え方
      </LinkButton>
      {!isEditing && (
        <Button
          ref={isEditing === false ? takeFocusOfForm : undefined}
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          セクションを編集
        </Button>
      )}
    </Group>
  );
  return (
    <Stack gap="lg">
      <PageTitle actions={actions}>{section.title}</PageTitle>
      {section.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(section.cachedAt)}
        </Text>
      )}
      {isEditing ? (
        <SectionFormInPlace section={section} onDone={() => setEditing(false)} />
      ) : (
        section.description && <Text className={classes.description}>{section.description}</Text>
      )}
      {renderChapters()}
      <SectionEnd section={section} copy={renderCopy(section)} onDeleted={() => onDeleted(section.courseId)} />
    </Stack>
  );
}
