/** The part of the conflict dialog with the other editor's text, and a button that copies the user's own text. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { Lesson } from '@/api/lessons';
import { describeSaveError } from '@/queries/save-errors';
import { showToast } from '@/ui/toast';

import classes from './LessonForm.module.css';
import '@mantine/core/styles/Alert.layer.css';

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    await showToast('success', '自分の本文をコピーしました');
  } catch {
    await showToast('error', 'コピーできませんでした。閉じて、本文を選んでコピーしてください。');
  }
}

/** The text is scrollable, so it is focusable for scrolling by keyboard. */
const scroll = { role: 'group', tabIndex: 0, 'aria-label': '新しい本文' };

export interface NewerLessonProps {
  ownText: string;
  readNewest: () => Promise<{ lesson: Lesson; text: string }>;
}

export function NewerLesson({ ownText, readNewest }: NewerLessonProps) {
  const [newest, setNewest] = useState<{ lesson: Lesson; text: string }>();
  const [failure, setFailure] = useState<string>();
  const show = async () => {
    setFailure(undefined);
    try {
      setNewest(await readNewest());
    } catch (error) {
      setFailure(describeSaveError(error).message);
    }
  };
  return (
    <Stack gap="sm">
      <Text size="sm">読み込んだあとも、本文は「元に戻す」で自分の内容に戻せます。</Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => void show()}>
          新しい内容を見る
        </Button>
        <Button variant="default" onClick={() => void copyText(ownText)}>
          自分の本文をコピー
        </Button>
      </Group>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {newest && (
        <section aria-label="新しい内容">
          <Text fw={700}>{newest.lesson.title}</Text>
          <pre className={classes.newer} {...scroll}>
            {newest.text || '本文はありません。'}
          </pre>
        </section>
      )}
    </Stack>
  );
}
