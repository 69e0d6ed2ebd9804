/** 版の履歴 (version history): the saved versions of a lesson's text, each with its difference to the text in the editor. */
import { Button, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { Content } from '@/api/contents';
import { LibraryFailure } from '@/features/text-editor/library/LibraryFailure';
import { useReachability } from '@/queries/reachability';
import { type TextVersions, textVersions } from '@/queries/text-versions';
import { EmptyState } from '@/ui/EmptyState';
import { takeFocusOfForm } from '@/ui/form-focus';

import { VersionList } from './VersionList';
import type { VersionedText } from './VersionsButton';
import { VersionView } from './VersionView';

import classes from './Versions.module.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

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
