/** A section's screen for editors: title, description and chapters, edited in place (specification §2). */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import IconEye from '~icons/eye';
import IconPencil from '~icons/pencil';

import { useFormStart } from '@/device/drafts/edit-drafts';
import { useCurriculumEdits } from '@/queries/curriculum/curriculum-edits';
import { useDeletion } from '@/queries/curriculum/deletions';
import { type PlacedSection, sectionQueries } from '@/queries/curriculum/sections';
import { describeActionError } from '@/queries/save-errors';
import { countChapters } from '@/study/outline/outline-words';
import { formatDay } from '@/ui/formats';
import { focusFirstField, useFocusOfForm } from '@/ui/keys/form-focus';
import { LinkButton } from '@/ui/LinkButton';
import { DuplicateItem, DeleteItem } from '@/ui/menu-items';
import { MoreMenu } from '@/ui/MoreMenu';
import { PageTitle } from '@/ui/PageTitle';
import { DeleteQuestion } from '@/ui/questions/DeleteQuestion';

import { SectionForm } from './SectionForm';

import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

export interface SectionEditorProps {
  sectionId: string;
  /** Renders the section's chapters; passed in by the route. */
  renderChapters: () => ReactNode;
  onDeleted: (courseId: string) => void;
  /** Renders the duplicating of the section, with its progress. */
  renderDuplicate: (section: PlacedSection, onClosed: () => void) => ReactNode;
}

/** The section's form, which opens in place on the section's screen. */
function SectionFormInPlace({ section, onDone }: { section: PlacedSection; onDone: () => void }) {
  const router = useRouter();
  const handleSaved = () => {
    onDone();
    // Reload the route's data, because the breadcrumbs show the section's title.
    void router.invalidate();
  };
  const { start, count, loadNewer } = useFormStart(section, sectionQueries.detail(section.id));
  return (
    <Card>
      <div ref={focusFirstField} key={count}>
        <SectionForm
          section={start}
          courseId={section.courseId}
          onSaved={handleSaved}
          onCancel={onDone}
          onLoadNewer={loadNewer}
        />
      </div>
    </Card>
  );
}

type SectionPart = 'edit' | 'duplicate' | 'remove';

interface ActionsProps {
  section: PlacedSection;
  part: SectionPart | undefined;
  onPart: (part: SectionPart) => void;
}

function SectionActions({ section: { id, title }, part, onPart }: ActionsProps) {
  const edit = useFocusOfForm(part === 'edit');
  return (
    <Group gap="xs">
      <LinkButton
        to="/sections/$sectionId"
        params={{ sectionId: id }}
        search={{ preview: true }}
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
      >
        受講者の見え方
      </LinkButton>
      {/* Hidden, not unmounted, because it gets the focus back. */}
      <Button
        ref={edit}
        hidden={part === 'edit'}
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => onPart('edit')}
      >
        セクションを編集
      </Button>
      <MoreMenu name={`「${title}」`} isPartOpen={part === 'duplicate' || part === 'remove'}>
        <DuplicateItem onClick={() => onPart('duplicate')} />
        <DeleteItem onClick={() => onPart('remove')} />
      </MoreMenu>
    </Group>
  );
}

interface RemoveSectionProps {
  section: PlacedSection;
  onDeleted: () => void;
  onCancel: () => void;
}

function RemoveSection({ section: { id, title, chapters }, onDeleted, onCancel }: RemoveSectionProps) {
  const { deleteSection } = useCurriculumEdits();
  const deletion = useDeletion({ kind: 'section', id }, () => deleteSection(id));
  return (
    <DeleteQuestion
      title={title}
      question={deletion.describe(title, countChapters(chapters))}
      deletion={deletion}
      describeError={describeActionError}
      onDeleted={onDeleted}
      onCancel={onCancel}
    />
  );
}

export function SectionEditor({ sectionId, renderChapters, renderDuplicate, onDeleted }: SectionEditorProps) {
  const { data: section } = useSuspenseQuery(sectionQueries.detail(sectionId));
  const [part, setPart] = useState<SectionPart>();
  const close = () => setPart(undefined);
  return (
    <Stack gap="lg">
      <PageTitle actions={<SectionActions section={section} part={part} onPart={setPart} />}>{section.title}</PageTitle>
      {part === 'duplicate' && renderDuplicate(section, close)}
      {part === 'remove' && (
        <RemoveSection section={section} onDeleted={() => onDeleted(section.courseId)} onCancel={close} />
      )}
      {section.cachedAt && (
        <Text size="sm" c="dimmed">
          端末の保存 {formatDay(section.cachedAt)}
        </Text>
      )}
      {part === 'edit' ? (
        <SectionFormInPlace section={section} onDone={close} />
      ) : (
        section.description && <Text className="max-w-42em pre-line">{section.description}</Text>
      )}
      {renderChapters()}
    </Stack>
  );
}
