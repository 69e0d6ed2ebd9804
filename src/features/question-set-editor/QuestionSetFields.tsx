/** The title of a set, the list of its questions, and the one that is open; narrow windows show one of the two. */
import { Button, TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useRef, useState } from 'react';

import { loadCode } from '@/lib/load-code';
import { IconPlay } from '@/ui/edit-icons';
import { EmptyState } from '@/ui/EmptyState';
import { CODE_MISSING } from '@/ui/lazy-asked';
import { showToast } from '@/ui/toast';

import { firstWords, questionIndexOf } from './editor-words';
import type { RenderPictures } from './MarkdownField';
import type { QuestionForm } from './question-set-form';
import { type QuestionLine, QuestionOrder } from './QuestionOrder';
import { QuestionPanel } from './QuestionPanel';
import type { QuestionSetEditorState } from './use-question-set-editor';

import classes from './QuestionSetFields.module.css';

export interface QuestionSetFieldsProps {
  editor: QuestionSetEditorState;
  renderPictures?: RenderPictures;
  onPreview: () => void;
  onImport: () => void;
  /** True for a new set: its first field has the focus. */
  isNew: boolean;
}

/** The first words of an unchanged question are cached. */
const knownWords = new WeakMap<QuestionForm, string>();

function wordsOf(question: QuestionForm): string {
  const words = knownWords.get(question) ?? firstWords(question.body);
  knownWords.set(question, words);
  return words;
}

/** Each question as the line in the list that shows it. */
function toLines({ form }: QuestionSetEditorState): QuestionLine[] {
  const faulty = Object.keys(form.errors).map(questionIndexOf);
  return form.values.questions.map((question, index) => ({
    id: question.id,
    type: question.type,
    words: wordsOf(question),
    errorCount: faulty.filter((each) => each === index).length,
  }));
}

/** While a user types, the letter appears first and the line follows; a new order is shown at once. */
function useLines(editor: QuestionSetEditorState): readonly QuestionLine[] {
  const lines = toLines(editor);
  const earlier = useDeferredValue(lines);
  const isSameOrder = earlier.length === lines.length && earlier.every(({ id }, index) => id === lines[index]?.id);
  return isSameOrder ? earlier : lines;
}

type FocusTarget = 'title' | 'text' | 'line';

/**
 * Where the focus goes after the next render: to the open question's title or text, or to its line in the list; to the button
 * that adds a question if there is none.
 */
function useFocusAfter(openId: string | undefined) {
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<FocusTarget>(undefined);
  useEffect(() => {
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

/** Saves the questions as they are in the editor; its code is loaded at the press. */
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
      <div className={classes.top} data-shows={shows}>
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
          leftSection={<IconPlay size={18} aria-hidden />}
          onClick={props.onPreview}
        >
          試し解き
        </Button>
      </div>
      <div ref={root} className={classes.panes} data-shows={shows}>
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
              onCopy={() => focusAfter('title', () => editor.copyQuestion(index))}
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
