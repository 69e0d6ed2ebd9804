/** Offers to copy title and reading time from the text's front matter into the lesson's form. */
import { Alert, Button, Group } from '@mantine/core';
import { useMemo } from 'react';

import { readFrontMatter } from './front-matter';
import { lessonLabels } from './lesson-form';
import type { useLessonForm } from './use-lesson-form';

import '@mantine/core/styles/Alert.layer.css';

export interface FrontMatterOfferProps {
  form: ReturnType<typeof useLessonForm>['form'];
}

export function FrontMatterOffer({ form }: FrontMatterOfferProps) {
  const { text, title, minutes } = form.values;
  const said = useMemo(() => readFrontMatter(text), [text]);
  const fields = (['title', 'minutes'] as const).filter(
    (name) => said[name] !== '' && said[name] !== { title, minutes }[name],
  );
  if (fields.length === 0) return null;
  const words = fields.map((name) => `${lessonLabels[name]}「${said[name]}」`).join('、');
  return (
    <Alert role="status">
      <Group justify="space-between">
        本文の先頭に{words}とあります。
        <Button variant="light" onClick={() => fields.forEach((name) => form.setFieldValue(name, said[name]))}>
          フォームに入れる
        </Button>
      </Group>
    </Alert>
  );
}
