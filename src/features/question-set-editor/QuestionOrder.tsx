/** The list of a set's questions in their order, each as one line; one question is open. */
import { Button } from '@mantine/core';
import { memo } from 'react';
import IconPlus from '~icons/plus';

import { MAX_QUESTIONS } from '@/api/question-set-edits';
import type { QuestionType } from '@/api/question-sets';
import { typeNames } from '@/study/question-type-names';
import { DragList } from '@/ui/drag/DragList';

import classes from './QuestionOrder.module.css';

/** The data of a question's line in the list. */
export interface QuestionLine {
  id: string;
  type: QuestionType;
  /** The first words of the question's text; '' for an empty text. */
  words: string;
  errorCount: number;
}

export interface QuestionOrderProps {
  lines: readonly QuestionLine[];
  openId: string | undefined;
  onOpen: (id: string) => void;
  onMove: (from: number, to: number) => void;
  onAdd: () => void;
  onImport: () => void;
  onExport: () => void;
}

/** Memoised per question: with a hundred questions, a key press must not re-render all rows. */
function isSameList(before: QuestionOrderProps, after: QuestionOrderProps): boolean {
  return before.openId === after.openId && JSON.stringify(before.lines) === JSON.stringify(after.lines);
}

export const QuestionOrder = memo(function QuestionOrder(props: QuestionOrderProps) {
  const { lines, openId, onOpen, onMove, onAdd } = props;
  return (
    <section className="grid min-w-0 content-start gap-8" aria-label="問題の一覧">
      <h3 className="m-0 text-xl">問題（{lines.length}問）</h3>
      <div className={`${classes.rows} min-w-0 rounded-md`} data-path="questions" tabIndex={-1}>
        <DragList
          label="問題の並び"
          items={lines}
          getId={({ id }) => id}
          getName={({ words }) => words || '空の問題'}
          renderItem={({ id, type, words, errorCount }, index) => (
            <button
              type="button"
              className={classes.line}
              aria-current={id === openId || undefined}
              data-question={id}
              onClick={() => onOpen(id)}
            >
              <span className={`${classes.number} size-28 center flex-none rounded-sm bg-track edge bold`}>
                {index + 1}
              </span>
              <span className="grid min-w-0">
                <span className="two-lines leading-150">{words || '（未入力）'}</span>
                <span className={`${classes.type} flex wrap c-muted text-xs`}>
                  {typeNames[type]}
                  {errorCount > 0 && <span className="c-bad bold">要修正 {errorCount}件</span>}
                </span>
              </span>
            </button>
          )}
          onMove={onMove}
        />
      </div>
      <Button
        variant="light"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={lines.length >= MAX_QUESTIONS}
        onClick={onAdd}
        data-add
      >
        問題を追加
      </Button>
      <div className="flex wrap gap-4">
        <Button variant="subtle" size="sm" onClick={props.onImport} data-import>
          ファイルから追加
        </Button>
        <Button variant="subtle" size="sm" disabled={lines.length === 0} onClick={props.onExport}>
          CSVで保存
        </Button>
      </div>
    </section>
  );
}, isSameList);
