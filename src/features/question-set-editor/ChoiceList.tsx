/** The choices of a question: their texts, which are right, and their order. */
import { Button, Switch, Text } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import IconPlus from '~icons/plus';

import { canShuffle } from '@/api/question-rules';
import { useCapabilities } from '@/queries/capabilities';
import { DragList } from '@/ui/drag/DragList';
import { isOfInputMethod } from '@/ui/keys/input-method';

import { ChoiceMenu } from './ChoiceMenu';
import { firstWords } from './editor-words';
import { MarkdownField, type MarkdownFieldProps } from './MarkdownField';
import { addChoice, duplicateChoice, markCorrect, moveItem, removeChoice, setChoiceBody } from './question-edits';
import type { QuestionFieldsProps } from './question-fields';
import { MOST_CHOICES, pasteChoices, splitPasted } from './question-lines';
import type { ChoiceForm, QuestionForm } from './question-set-form';

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { findRepeatedChoices } from './question-set-rules';

import classes from './ChoiceList.module.css';

/** Focuses a choice's text by its index, at once or, if it does not exist yet, after the choices change. */
function useChoiceFocus(choices: QuestionForm['choices']) {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<number>(undefined);
  const goTo = (index: number) => {
    const field = list.current?.querySelectorAll('textarea')[index];
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  };
  useEffect(() => {
    if (wanted.current !== undefined) goTo(wanted.current);
    wanted.current = undefined;
  }, [choices]);
  return { list, goTo, goToAfter: (index: number) => void (wanted.current = index) };
}

/**
 * Handles keys and pastes in the choices: Enter moves to the next choice, Backspace removes an empty one, pasted lines
 * become choices.
 */
function useChoiceKeys({ question, onChange }: Pick<QuestionFieldsProps, 'question' | 'onChange'>) {
  const { choices } = question;
  const { list, goTo, goToAfter } = useChoiceFocus(choices);

  function add() {
    if (choices.length >= MOST_CHOICES) return;
    goToAfter(choices.length);
    onChange(addChoice);
  }
  function remove(index: number) {
    const choice = choices[index];
    if (!choice) return;
    goToAfter(Math.max(0, index - 1));
    onChange((now) => removeChoice(now, choice.id));
  }
  const handleKeyDown = (index: number) => (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, repeat, nativeEvent } = event;
    if (shiftKey || ctrlKey || metaKey || altKey || isOfInputMethod(nativeEvent)) return;
    const choice = choices[index];
    if (key === 'Enter') {
      event.preventDefault();
      if (repeat) return;
      if (index < choices.length - 1) goTo(index + 1);
      else add();
    } else if (key === 'Backspace' && !repeat && index > 0 && choice?.body === '') {
      event.preventDefault();
      remove(index);
    }
  };
  const handlePaste = (index: number) => (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const lines = splitPasted(event.clipboardData.getData('text'));
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (lines.length < 2) return;
    event.preventDefault();
    goToAfter(Math.min(index + lines.length, MOST_CHOICES) - 1);
    onChange((now) => pasteChoices(now, index, lines, [selectionStart, selectionEnd]));
  };
  return { list, add, remove, handleKeyDown, handlePaste };
}

const hints = {
  single: '正解の選択肢を1つ選んでください。',
  multiple: '正解の選択肢をすべて選んでください。',
  order: '正しい順に並べてください。受講者には順番を入れ替えて出題されます。',
};

interface ChoiceRowProps extends QuestionFieldsProps {
  choice: ChoiceForm;
  index: number;
  /** The index of an earlier choice that looks the same, or -1. */
  repeats: number;
  keys: MarkdownFieldProps['keys'];
  onMoveTo: (to: number) => void;
  onRemove: () => void;
}

/**
 * The control that marks a choice as right: a radio button, a checkbox, or, for an order question, its place in the
 * right order.
 */
function ChoiceMark({ question, choice, index, onChange }: ChoiceRowProps) {
  if (question.type === 'order') {
    return (
      <span className={`${classes.mark} grid flex-none h-44 place-center pointer`} aria-hidden>
        <span className={classes.number}>{index + 1}</span>
      </span>
    );
  }
  return (
    <label className={`${classes.mark} grid flex-none h-44 place-center pointer`}>
      <input
        type={question.type === 'single' ? 'radio' : 'checkbox'}
        name={`correct-${question.id}`}
        className={classes.input}
        aria-label={`選択肢${index + 1}を正解にする`}
        checked={question.correctChoiceIds.includes(choice.id)}
        onChange={(event) => {
          const isCorrect = event.currentTarget.checked;
          onChange((now) => markCorrect(now, choice.id, isCorrect));
        }}
      />
    </label>
  );
}

function ChoiceRow(props: ChoiceRowProps) {
  const { question, path, errors, choice, index, repeats, onChange, onLeave } = props;
  const bodyPath = `${path}.choices.${index}.body`;
  const name = `選択肢${index + 1}`;
  const isFull = question.choices.length >= MOST_CHOICES;
  return (
    <div className="flex items-start min-w-0" data-correct={question.correctChoiceIds.includes(choice.id) || undefined}>
      <ChoiceMark {...props} />
      <div className={classes.text}>
        <MarkdownField
          label={name}
          placeholder={`${name}の文`}
          path={bodyPath}
          value={choice.body}
          error={errors[bodyPath]}
          isPreviewed={props.isPreviewed}
          renderPictures={props.renderPictures}
          keys={props.keys}
          renderMenu={(tools) => (
            <ChoiceMenu
              {...tools}
              name={name}
              isFirst={index === 0}
              isLast={index === question.choices.length - 1}
              onDuplicate={isFull ? undefined : () => onChange((now) => duplicateChoice(now, choice.id))}
              onMove={(step) => props.onMoveTo(index + step)}
              onRemove={props.onRemove}
            />
          )}
          onChange={(body) => onChange((now) => setChoiceBody(now, choice.id, body))}
          onLeave={() => onLeave(bodyPath)}
        />
        {repeats !== -1 && <Text className="c-wait text-86">選択肢{repeats + 1}と同じ内容です。</Text>}
      </div>
    </div>
  );
}

/** The switch that shuffles the choices at each attempt; hidden if the server cannot store this setting. */
function ShuffleSwitch({ question, onChange }: Pick<QuestionFieldsProps, 'question' | 'onChange'>) {
  const { hasShuffle } = useCapabilities();
  if (!hasShuffle || !canShuffle(question.type)) return null;
  return (
    <Switch
      label="選択肢の順序を毎回変える"
      description="解くたびに並びが変わります。解答と解説では、この画面の順に並びます。"
      checked={question.shuffle ?? false}
      onChange={(event) => {
        const shuffle = event.currentTarget.checked;
        onChange((now) => ({ ...now, shuffle }));
      }}
    />
  );
}

export function ChoiceList(props: QuestionFieldsProps) {
  const { question, path, errors, onChange } = props;
  const repeats = findRepeatedChoices(question);
  const { list, add, remove, handleKeyDown, handlePaste } = useChoiceKeys(props);
  if (question.type === 'text') return null;
  const problems = ['choices', 'correctChoiceIds', 'correctOrder'].map((field) => `${path}.${field}`);
  return (
    <fieldset ref={list} className="grid min-w-0 m-0 p-0 border-0 gap-10" data-path={`${path}.choices`}>
      <legend className="p-0 bold">選択肢</legend>
      <Text size="sm" c="dimmed" data-path={`${path}.correctChoiceIds`} tabIndex={-1}>
        {hints[question.type]}
      </Text>
      <DragList
        label="選択肢の並び"
        items={question.choices}
        getId={({ id }) => id}
        getName={({ body }) => firstWords(body) || '空の選択肢'}
        hasMoveButtons={false}
        renderItem={(choice, index, moveTo) => (
          <ChoiceRow
            {...props}
            choice={choice}
            index={index}
            repeats={repeats[index] ?? -1}
            keys={{ enterKeyHint: 'next', onKeyDown: handleKeyDown(index), onPaste: handlePaste(index) }}
            onMoveTo={moveTo}
            onRemove={() => remove(index)}
          />
        )}
        onMove={(from, to) => onChange((now) => ({ ...now, choices: moveItem(now.choices, from, to) }))}
      />
      {problems.map(
        (problem) =>
          errors[problem] && (
            <Text key={problem} className="c-bad text-86">
              {errors[problem]}
            </Text>
          ),
      )}
      <Button
        variant="light"
        className="justify-self-start"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={question.choices.length >= MOST_CHOICES}
        onClick={add}
      >
        選択肢を追加
      </Button>
      <ShuffleSwitch question={question} onChange={onChange} />
    </fieldset>
  );
}
