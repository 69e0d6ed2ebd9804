/** One version of a text: its difference to the text in the editor, its rendered text, and the button that restores it. */
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Content } from '@/api/contents';
import { useNow } from '@/device/use-now';
import { PreviewImage } from '@/features/text-editor/EditorPreview';
import { LibraryFailure } from '@/features/text-editor/library/LibraryFailure';
import { contentQueries } from '@/queries/contents';
import { bottomBar } from '@/ui/bar-room';
import { ConfirmQuestion } from '@/ui/ConfirmQuestion';
import { focusOnMount } from '@/ui/form-focus';
import { Markdown } from '@/ui/markdown/Markdown';
import { readBreaks, withoutPreamble } from '@/ui/markdown/markdown-documents';

import { formatMoment } from './format-moment';
import { TextDiff } from './TextDiff';

import classes from './Versions.module.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

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

export interface VersionViewProps {
  file: Content;
  /** The lesson's title, shown above the text. */
  title: string;
  /** The text in the editor. */
  text: string;
  isUnsaved: boolean;
  onPutBack: (version: string) => void;
  onBack: () => void;
}

export function VersionView({ file, title, text, isUnsaved, onPutBack, onBack }: VersionViewProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('diff');
  const version = useQuery(contentQueries.markdown(file.id));
  const nowMs = useNow();
  return (
    <Stack gap="sm" component="section" className={classes.view} aria-label="選んだ版">
      <div className={classes.head}>
        <Button ref={focusOnMount} variant="default" className={classes.back} onClick={onBack}>
          一覧に戻る
        </Button>
        <h3 className={classes.name}>{file.updatedAt ? formatMoment(file.updatedAt, nowMs) : '–'}</h3>
      </div>
      <SegmentedControl
        aria-label="表示"
        data={[...views]}
        value={view}
        onChange={setView}
        classNames={{ label: classes.viewLabel }}
      />
      {version.isError && <LibraryFailure what="この版" error={version.error} onRetry={() => void version.refetch()} />}
      {version.isPending && <Text role="status">読み込んでいます</Text>}
      {version.isSuccess && (
        <>
          {view === 'diff' ? (
            <TextDiff present={text} version={version.data} />
          ) : (
            <div className={classes.text} {...scroll}>
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
