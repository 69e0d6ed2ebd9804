/** A section's chapters and lessons for editors: add, rename, reorder, delete. */
import { Text } from '@mantine/core';
import { useState } from 'react';

import type { OutlineChapter } from '@/api/courses';
import { useFormStart } from '@/device/drafts/edit-drafts';
import { useCapabilities } from '@/queries/capabilities';
import { chapterEditQueries, useCurriculumEdits } from '@/queries/curriculum-edits';
import { useDeletion } from '@/queries/deletions';
import { describeActionError } from '@/queries/save-errors';
import { countLessons, describeDeletion } from '@/study/outline-words';
import { ActionError } from '@/ui/ActionError';
import { DeleteButton } from '@/ui/DeleteButton';
import { DragList } from '@/ui/DragList';
import { IconPlus } from '@/ui/edit-icons';
import { LinkButton } from '@/ui/LinkButton';
import { useAction } from '@/ui/use-action';

import { AddByTitle } from './AddByTitle';
import { LessonRows, type MoveTarget } from './LessonRows';
import { Pencil, RowPanel } from './RowPanel';
import { named, TitleForm } from './TitleForm';

import classes from './ChapterEditor.module.css';

export interface ChapterEditorProps {
  section: { id: string; title: string; chapters: readonly OutlineChapter[] };
  /** Heading level of the chapters. */
  headingOrder: 2 | 3;
  targets: readonly MoveTarget[];
}

function ChapterPanel({ chapter, onDone }: { chapter: OutlineChapter; onDone: () => void }) {
  const { saveChapter, deleteChapter } = useCurriculumEdits();
  const { start, count, loadNewer } = useFormStart(named(chapter), chapterEditQueries.detail(chapter.id));
  const { hasTrash } = useCapabilities();
  const deletion = useDeletion({ kind: 'chapter', id: chapter.id }, () => deleteChapter(chapter.id));
  return (
    <RowPanel>
      <TitleForm
        key={count}
        name={`「${start.title}」の名前を変更`}
        label="チャプター名"
        initialTitle={start.title}
        onSave={(title, { over }) => saveChapter(chapter.id, { title }, { base: start, over })}
        onLoadNewer={loadNewer}
        onDone={onDone}
      />
      <div className={classes.panelButtons}>
        <DeleteButton
          title={chapter.title}
          question={describeDeletion(chapter.title, countLessons(chapter.lessons), hasTrash)}
          deletion={deletion}
          describeError={describeActionError}
        />
      </div>
    </RowPanel>
  );
}

function ChapterBody({ chapter, targets }: { chapter: OutlineChapter; targets: readonly MoveTarget[] }) {
  return (
    <div className={classes.body}>
      {chapter.lessons.length === 0 && (
        <Text size="sm" c="dimmed">
          レッスンはまだありません
        </Text>
      )}
      <LessonRows chapter={chapter} targets={targets} />
      <div>
        <LinkButton
          to="/lessons/new"
          search={{ chapterId: chapter.id }}
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-label={`「${chapter.title}」にレッスンを追加`}
        >
          レッスンを追加
        </LinkButton>
      </div>
    </div>
  );
}

export function ChapterEditor({ section, headingOrder, targets }: ChapterEditorProps) {
  const { createChapter, updateChapter } = useCurriculumEdits();
  const [openId, setOpenId] = useState<string>();
  const reorder = useAction((id: string, order: number) => updateChapter(id, { order }));
  const { chapters } = section;
  const Heading = `h${headingOrder}` as const;
  return (
    <div className={classes.chapters}>
      <ActionError message={reorder.error ? describeActionError(reorder.error) : undefined} />
      <DragList
        items={chapters}
        getId={({ id }) => id}
        getName={({ title }) => title}
        label={`「${section.title}」のチャプター`}
        onMove={(from, to) => reorder.run(chapters[from]?.id ?? '', to)}
        renderItem={(chapter) => <Heading className={classes.heading}>{chapter.title}</Heading>}
        renderActions={(chapter) => (
          <Pencil
            name={chapter.title}
            isOpen={openId === chapter.id}
            onToggle={() => setOpenId(openId === chapter.id ? undefined : chapter.id)}
          />
        )}
        renderBelow={(chapter) => (
          <>
            {openId === chapter.id && <ChapterPanel chapter={chapter} onDone={() => setOpenId(undefined)} />}
            <ChapterBody chapter={chapter} targets={targets} />
          </>
        )}
      />
      <div>
        <AddByTitle
          name="チャプターを追加"
          fullName={`「${section.title}」にチャプターを追加`}
          label="チャプター名"
          onAdd={(title) => createChapter({ sectionId: section.id, title })}
        />
      </div>
    </div>
  );
}
