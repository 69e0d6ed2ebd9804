/** Actions for the chosen file: insert it with alternative text, or delete it for all users. */
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

import type { Content } from '@/api/contents';
import { lessonOfVersion } from '@/api/version-names';
import { useDeleteContent } from '@/queries/content-writes';
import { useImageUrl } from '@/queries/contents';
import { describeUploadError } from '@/queries/uploads';
import { bottomBar } from '@/ui/bar-room';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { FileUses } from '@/ui/FileUses';
import { formatDateTime } from '@/ui/formats';
import { isOfInputMethod } from '@/ui/input-method';
import { pictureMarkdown } from '@/ui/markdown-tools/pictures';
import { showToast } from '@/ui/toast';

import classes from './ContentLibrary.module.css';
import '@mantine/core/styles/Alert.layer.css';

interface PictureInsertProps {
  content: Content;
  onInsert: (markdown: string) => void;
}

/**
 * Inserts a picture with its alternative text. Its size, known once it has loaded, is inserted, too, so that the lesson reserves its
 * space.
 */
function PictureInsert({ content, onInsert }: PictureInsertProps) {
  const { url } = useImageUrl(`content:${content.id}`);
  const [alt, setAlt] = useState('');
  const [size, setSize] = useState<{ width: number; height: number }>();
  const insert = () => onInsert(pictureMarkdown(content.id, alt, size));
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isOfInputMethod(event.nativeEvent)) insert();
  };
  return (
    <div className={classes.insert}>
      {url && (
        <img
          src={url}
          alt=""
          crossOrigin="anonymous"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        />
      )}
      <TextInput
        label="代替テキスト"
        description="何の画像かを書きます。飾りの画像は空のままにします。"
        maxLength={200}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        className={classes.search}
      />
      <Button onClick={insert}>本文に入れる</Button>
    </div>
  );
}

function consequenceOf({ fileName, fileType }: Content, isUsedHere: boolean): string {
  if (lessonOfVersion(fileName)) return 'この版には戻せなくなります。元に戻せません。';
  if (fileType === 'md') return '元に戻せません。';
  const here = isUsedHere ? 'いま編集している本文でも使われています。' : '';
  return `${here}この画像を使っているレッスンや問題では、画像が表示されなくなります。元に戻せません。`;
}

/** Lists the lessons and courses that use the file. */
function UsedIn({ uses }: Pick<Content, 'uses'>) {
  if (!uses) return <Text size="sm">使われているところは、このサーバーではわかりません。</Text>;
  if (uses.length === 0) return <Text size="sm">使われていません。</Text>;
  return (
    <div className={classes.uses}>
      <FileUses uses={uses} opensTab />
    </div>
  );
}

/** Returns a file's name for sentences; an earlier version of a text is named by its time, because its file name is technical. */
function nameOf({ fileName, updatedAt }: Content): string {
  return lessonOfVersion(fileName) ? `${updatedAt ? formatDateTime(updatedAt) : '前'}の版` : `「${fileName}」`;
}

export interface ContentActionsProps extends PictureInsertProps {
  isUsedHere: boolean;
  onDeleted: () => void;
}

export function ContentActions({ content, isUsedHere, onInsert, onDeleted }: ContentActionsProps) {
  const remove = useDeleteContent();
  const isKept = content.uses?.some(({ kind }) => kind !== 'version') ?? false;
  const handleDelete = () =>
    remove.mutate(content.id, {
      onSuccess: () => {
        void showToast('success', 'ファイルを削除しました');
        onDeleted();
      },
    });
  return (
    <Stack
      ref={bottomBar}
      gap="sm"
      className={classes.actions}
      data-bottom-bar
      role="group"
      aria-label={content.fileName}
    >
      <Text fw={700} className={classes.chosen}>
        <span translate="no">{content.fileName}</span>
      </Text>
      <UsedIn uses={content.uses} />
      {content.fileType === 'img' && <PictureInsert content={content} onInsert={onInsert} />}
      {remove.isError && (
        <Alert color="red" role="alert">
          {describeUploadError(remove.error)}
        </Alert>
      )}
      {isKept ? (
        <Text size="sm" c="dimmed">
          使われているあいだは、削除できません。
        </Text>
      ) : (
        <Group>
          <ConfirmButton
            label={`${nameOf(content)}を削除`}
            question={consequenceOf(content, isUsedHere)}
            onConfirm={handleDelete}
          />
        </Group>
      )}
    </Stack>
  );
}
