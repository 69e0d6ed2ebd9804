/** 試し解き (trial run) of the set that is open in the editor: nothing is stored or sent. */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import IconChevronLeft from '~icons/chevron-left';

import type { Explanation, QuestionSet } from '@/api/question-sets';
import { EmptyState } from '@/ui/EmptyState';
import { focusOnMount } from '@/ui/keys/form-focus';

import type { Preview } from './question-set-preview';

import classes from './QuestionSetPreview.module.css';

/** Renders the question player of another feature; passed in by the route. */
export type RenderPreview = (questionSet: QuestionSet, explanation: Explanation, onClose: () => void) => ReactNode;

export interface QuestionSetPreviewProps {
  preview: Preview;
  renderPreview: RenderPreview;
  onClose: () => void;
}

export function QuestionSetPreview({
  preview: { set, explanation, skipped },
  renderPreview,
  onClose,
}: QuestionSetPreviewProps) {
  return (
    <section className={`${classes.preview} grid mx-auto gap-16`} aria-labelledby="preview-title">
      <div className="row wrap justify-between gap-8">
        <h3 id="preview-title" className="m-0 text-2xl" tabIndex={-1} ref={focusOnMount}>
          試し解き
        </h3>
        <Button variant="default" leftSection={<IconChevronLeft size={18} aria-hidden />} onClick={onClose}>
          編集に戻る
        </Button>
      </div>
      {skipped.length > 0 && set.questions.length > 0 && (
        <Text className="p-8-16 rounded-md bg-wait edge c-wait">
          {skipped.map((number) => `問${number}`).join('、')}は書きかけのため、試し解きに含まれません。
        </Text>
      )}
      {set.questions.length === 0 ? (
        <EmptyState title="試し解きできる問題がまだありません">
          <Text>問題文と正解を入力すると、保存する前でも試せます。</Text>
        </EmptyState>
      ) : (
        renderPreview(set, explanation, onClose)
      )}
    </section>
  );
}
