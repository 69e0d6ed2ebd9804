/**
 * 版の履歴 (version history): the saved versions of a lesson's text, each with its difference to the text in the editor.
 */
import { Button, Modal, Text, Group, SegmentedControl, Stack, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, useId } from 'react';

import type { Content } from '@/api/files/contents';
import { useNow } from '@/device/use-now';
import { PreviewImage } from '@/features/text-editor/EditorPreview';
import { LibraryFailure } from '@/features/text-editor/library/LibraryFailure';
import { formatBytes } from '@/lib/format-bytes';
import { type TextVersions, textVersions } from '@/queries/curriculum/text-versions';
import { contentQueries } from '@/queries/files/contents';
import { useReachability } from '@/queries/reachability';
import { bottomBar } from '@/ui/display/bar-room';
import { EmptyState } from '@/ui/EmptyState';
import { formatDateTime, formatRelative } from '@/ui/formats';
import { takeFocusOfForm, focusOnMount } from '@/ui/keys/form-focus';
import { readBreaks, withoutPreamble } from '@/ui/markdown/cut/documents';
import { Markdown } from '@/ui/markdown/Markdown';
import { ConfirmQuestion } from '@/ui/questions/ConfirmQuestion';

import { TextDiff } from './TextDiff';
import type { VersionedText } from './VersionsButton';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import classes from './Versions.module.css';

/**
 * Returns a time as 「今日 17:03」 (today), or before today as 「2026年11月21日(土) 10:05」.
 *
 * @param nowMs milliseconds since 1970.
 */
function formatMoment(timestamp: string, nowMs: number): string {
  const relative = formatRelative(timestamp, nowMs);
  return relative.startsWith('今日') ? relative : formatDateTime(timestamp);
}

export interface VersionsDialogProps extends VersionedText {
  /** The text in the editor. */
  text: string;
  onPutBack: (version: string) => void;
  onClose: () => void;
}

interface FoundVersionsProps extends Omit<VersionsDialogProps, 'lessonId' | 'onClose'>, TextVersions {}

function FoundVersions({ lesson, versions, sameTitle, ...view }: FoundVersionsProps) {
  const [chosen, choose] = useState<Content>();
  // On a phone the list is hidden while a version is shown.
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!chosen) takeFocusOfForm(pressed.current);
  }, [chosen]);
  const handleChoose = (file: Content, row: HTMLButtonElement) => {
    pressed.current = row;
    choose(file);
  };
  const list = { currentId: lesson.contentId, chosenId: chosen?.id, onChoose: handleChoose };
  return (
    <div className={classes.panes} data-chosen={chosen !== undefined}>
      <div className={classes.lists}>
        {versions.some(({ id }) => id !== lesson.contentId) ? (
          <VersionList name="版" files={versions} {...list} />
        ) : (
          <EmptyState title="以前の版はありません">
            <Text size="sm">本文を変えて保存すると、それまでの本文がここに残ります。</Text>
          </EmptyState>
        )}
        {sameTitle.length > 0 && (
          <VersionList name="同じタイトルのファイル" files={sameTitle} {...list}>
            名前がこのレッスンのタイトルと同じファイルです。ほかのレッスンの本文のこともあります。
          </VersionList>
        )}
      </div>
      {chosen ? (
        <VersionView key={chosen.id} file={chosen} title={lesson.title} onBack={() => choose(undefined)} {...view} />
      ) : (
        <Text c="dimmed" className={classes.hint}>
          版を選ぶと、いまの本文との違いが表示されます。
        </Text>
      )}
    </div>
  );
}

function Versions({ lessonId, ...view }: Omit<VersionsDialogProps, 'onClose'>) {
  const isReachable = useReachability();
  const found = useQuery(textVersions(lessonId));
  const retry = () => void found.refetch();
  if (!isReachable) {
    return (
      <div role="alert">
        <EmptyState title="版の履歴を見るには、通信が必要です">
          <Button variant="light" onClick={retry}>
            もう一度
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (found.isError) return <LibraryFailure error={found.error} onRetry={retry} />;
  if (!found.data) return <Text role="status">読み込んでいます</Text>;
  return <FoundVersions {...found.data} {...view} />;
}

export function VersionsDialog({ onClose, ...versions }: VersionsDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="版の履歴"
      size="62rem"
      closeButtonProps={{ 'aria-label': '閉じる', size: 44 }}
    >
      <Versions {...versions} />
    </Modal>
  );
}

/**
 * One version of a text: its difference to the text in the editor, its rendered text, and the button that restores it.
 */
const PUT_BACK = 'この版に戻す';

const views = [
  { value: 'diff', label: 'いまの本文との違い' },
  { value: 'text', label: 'この版の本文' },
] as const;

/** The text is scrollable, so it is focusable for scrolling by keyboard. */
const scroll = { role: 'group', tabIndex: 0, 'aria-label': 'この版の本文' };

interface PutBackProps {
  /** True if the editor's text is unsaved: restoring then asks for confirmation. */
  isUnsaved: boolean;
  onPutBack: () => void;
}

function PutBack({ isUnsaved, onPutBack }: PutBackProps) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) {
    return (
      <ConfirmQuestion
        label={PUT_BACK}
        question="まだ保存していない本文は失われます。"
        onConfirm={onPutBack}
        onCancel={() => setAsking(false)}
      />
    );
  }
  return (
    <Group gap="sm">
      <Button onClick={() => (isUnsaved ? setAsking(true) : onPutBack())}>{PUT_BACK}</Button>
      <Text size="sm" c="dimmed" className={classes.consequence}>
        保存されます。いまの本文も履歴に残ります。
      </Text>
    </Group>
  );
}

interface VersionViewProps {
  file: Content;
  /** The lesson's title, shown above the text. */
  title: string;
  /** The text in the editor. */
  text: string;
  isUnsaved: boolean;
  onPutBack: (version: string) => void;
  onBack: () => void;
}

function VersionView({ file, title, text, isUnsaved, onPutBack, onBack }: VersionViewProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('diff');
  const version = useQuery(contentQueries.markdown(file.id));
  const nowMs = useNow();
  return (
    <Stack gap="sm" component="section" className="min-w-0" aria-label="選んだ版">
      <div className="row wrap gap-4-12">
        <Button ref={focusOnMount} variant="default" className={classes.back} onClick={onBack}>
          一覧に戻る
        </Button>
        <h3 className="m-0 text-md">{file.updatedAt ? formatMoment(file.updatedAt, nowMs) : '–'}</h3>
      </div>
      <SegmentedControl
        aria-label="表示"
        data={[...views]}
        value={view}
        onChange={setView}
        classNames={{ label: 'center touch' }}
      />
      {version.isError && <LibraryFailure what="この版" error={version.error} onRetry={() => void version.refetch()} />}
      {version.isPending && <Text role="status">読み込んでいます</Text>}
      {version.isSuccess && (
        <>
          {view === 'diff' ? (
            <TextDiff present={text} version={version.data} />
          ) : (
            <div className={`${classes.text} overflow-auto border rounded-md bg-surface`} {...scroll}>
              <Markdown
                text={withoutPreamble(version.data, title)}
                hasBreaks={readBreaks(version.data) ?? false}
                Image={PreviewImage}
              />
            </div>
          )}
          {version.data !== text && (
            <div ref={bottomBar} className={classes.foot} data-bottom-bar>
              <PutBack isUnsaved={isUnsaved} onPutBack={() => onPutBack(version.data)} />
            </div>
          )}
        </>
      )}
    </Stack>
  );
}

/** A list of file versions with time and size, and a mark at the version in use. */
interface VersionListProps {
  /** The heading of the list. */
  name: string;
  /** Content below the heading. */
  children?: ReactNode;
  files: readonly Content[];
  /** The id of the file version that is in use. */
  currentId?: string;
  chosenId?: string;
  /** Called when a version's button is pressed. @param row the pressed button */
  onChoose: (file: Content, row: HTMLButtonElement) => void;
}

function VersionList({ name, children, files, currentId, chosenId, onChoose }: VersionListProps) {
  const nowMs = useNow();
  const id = useId();
  return (
    <section className={classes.section}>
      <h3 id={id} className="m-0 text-md">
        {name}
      </h3>
      {children && (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      )}
      <ul className="plain-list grid gap-6" aria-labelledby={id}>
        {files.map((file) => (
          <li key={file.id}>
            <UnstyledButton
              className={`${classes.version} hover-tint row wrap justify-between touch w-full border rounded-md bg-surface text-sm`}
              aria-pressed={file.id === chosenId}
              onClick={({ currentTarget }) => onChoose(file, currentTarget)}
            >
              <time dateTime={file.updatedAt}>{file.updatedAt ? formatMoment(file.updatedAt, nowMs) : '–'}</time>
              <span className="row gap-8 ms-auto c-muted text-xs">
                {file.id === currentId && <span className="pill tone-ok">現在</span>}
                {file.byteLength !== undefined && <span>{formatBytes(file.byteLength)}</span>}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
