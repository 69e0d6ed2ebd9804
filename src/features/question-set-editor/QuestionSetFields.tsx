/**
 * The title of a question set, the list of its questions, and the open question; narrow windows show either the list or
 * the question.
 */
import { Button, TextInput } from '@mantine/core';
import { memo, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import IconPlayerPlay from '~icons/player-play';
import IconPlus from '~icons/plus';

import { MAX_QUESTIONS } from '@/api/question-set-edits';
import type { QuestionType } from '@/api/question-sets';
import { loadCode } from '@/lib/load-code';
import { typeNames } from '@/study/question-type-names';
import { DragList } from '@/ui/drag/DragList';
import { EmptyState } from '@/ui/EmptyState';
import { CODE_MISSING } from '@/ui/lazy-asked';
import { showToast } from '@/ui/notices/toast';

import { firstWords, questionIndexOf } from './editor-words';
import type { RenderPictures } from './MarkdownField';
import type { QuestionForm } from './question-set-form';
import { QuestionPanel } from './QuestionPanel';
import type { QuestionSetEditorState } from './use-question-set-editor';

import classes from './QuestionSetFields.module.css';

export interface QuestionSetFieldsProps {
  editor: QuestionSetEditorState;
  renderPictures?: RenderPictures;
  onPreview: () => void;
  onImport: () => void;
  /** True for a new set: its first field gets the focus. */
  isNew: boolean;
}

/** Caches the first words of each question until the question changes. */
const knownWords = new WeakMap<QuestionForm, string>();

function wordsOf(question: QuestionForm): string {
  const words = knownWords.get(question) ?? firstWords(question.body);
  knownWords.set(question, words);
  return words;
}

/** The data of a question's line in the list. */
interface QuestionLine {
  id: string;
  type: QuestionType;
  /** The first words of the question's text; '' for an empty text. */
  words: string;
  errorCount: number;
}

interface QuestionOrderProps {
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

const QuestionOrder = memo(function QuestionOrder(props: QuestionOrderProps) {
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

/** Returns the line of each question for the list of questions. */
function toLines({ form }: QuestionSetEditorState): QuestionLine[] {
  const faulty = Object.keys(form.errors).map(questionIndexOf);
  return form.values.questions.map((question, index) => ({
    id: question.id,
    type: question.type,
    words: wordsOf(question),
    errorCount: faulty.filter((each) => each === index).length,
  }));
}

/**
 * Returns the lines of the question list, deferred while the user types, so that the typed letter appears first; a
 * changed order is shown at once.
 */
function useLines(editor: QuestionSetEditorState): readonly QuestionLine[] {
  const lines = toLines(editor);
  const earlier = useDeferredValue(lines);
  const isSameOrder = earlier.length === lines.length && earlier.every(({ id }, index) => id === lines[index]?.id);
  return isSameOrder ? earlier : lines;
}

type FocusTarget = 'title' | 'text' | 'line';

/**
 * Moves the focus after the next render: to the open question's title or text, or to its line in the list; to the
 * button that adds a question if there is no question.
 */
function useFocusAfter(openId: string | undefined) {
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<FocusTarget>(undefined);
  // A layout effect: a passive effect of the previous render may still be pending when `wanted` is set, and would focus
  // the old question.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const line = () => `[data-question="${CSS.escape(openId ?? '')}"]`;
    const fixed = { title: '[data-title]', text: 'textarea[data-path$=".body"]' };
    const selector = wanted.current === 'line' ? line() : fixed[wanted.current];
    wanted.current = undefined;
    const target = root.current?.querySelector<HTMLElement>(selector);
    (target ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });
  return {
    root,
    focusAfter: (target: FocusTarget, change: () => void) => {
      wanted.current = target;
      change();
    },
  };
}

/** Exports the questions with their unsaved changes as a CSV file; the code is loaded when the button is pressed. */
async function saveAsCsv({ form }: QuestionSetEditorState): Promise<void> {
  const module = await loadCode(() => import('./question-files/save-questions')).catch(() => undefined);
  if (module) await module.saveQuestions(form.getValues());
  else void showToast('error', CODE_MISSING);
}

export function QuestionSetFields({ editor, renderPictures, ...props }: QuestionSetFieldsProps) {
  const { form, isListShown } = editor;
  const lines = useLines(editor);
  const [isPreviewed, setPreviewed] = useState(false);
  const { questions } = form.values;
  const index = Math.max(
    0,
    questions.findIndex(({ id }) => id === editor.openId),
  );
  const question = questions[index];
  const { root, focusAfter } = useFocusAfter(question?.id);
  const addQuestion = () => focusAfter('text', editor.addQuestion);
  const shows = isListShown ? 'list' : 'question';
  return (
    <>
      <div className={`${classes.top} flex wrap items-end gap-12`} data-shows={shows}>
        <TextInput
          className={classes.name}
          label="タイトル"
          withAsterisk
          data-path="title"
          data-autofocus={props.isNew || undefined}
          placeholder="例：第1章の確認問題"
          value={form.values.title}
          error={form.errors.title}
          onChange={(event) => editor.setTitle(event.currentTarget.value)}
          onBlur={() => editor.leave('title')}
        />
        <Button
          data-preview
          variant="default"
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={props.onPreview}
        >
          試し解き
        </Button>
      </div>
      <div ref={root} className={`${classes.panes} grid min-w-0`} data-shows={shows}>
        <div className={classes.listPane}>
          <QuestionOrder
            lines={lines}
            openId={question?.id}
            onOpen={(id) => focusAfter('title', () => editor.open(id))}
            onMove={editor.moveQuestion}
            onAdd={addQuestion}
            onImport={props.onImport}
            onExport={() => void saveAsCsv(editor)}
          />
        </div>
        <div className={classes.questionPane}>
          {question ? (
            <QuestionPanel
              question={question}
              path={`questions.${index}`}
              index={index}
              count={questions.length}
              errors={form.errors}
              isPreviewed={isPreviewed}
              renderPictures={renderPictures}
              onChange={(change) => editor.editQuestion(question.id, change)}
              onLeave={editor.leave}
              onOpen={(to) => focusAfter('title', () => editor.open(questions[to]?.id))}
              onShowList={() => focusAfter('line', editor.showList)}
              onTogglePreview={setPreviewed}
              onAdd={addQuestion}
              onDuplicate={() => focusAfter('title', () => editor.duplicateQuestion(index))}
              onRemove={() => focusAfter('title', () => editor.removeQuestion(index))}
            />
          ) : (
            <EmptyState title="問題はまだありません">問題を追加してください。</EmptyState>
          )}
        </div>
      </div>
    </>
  );
}
