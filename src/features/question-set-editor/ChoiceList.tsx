/** The choices of a question: their texts, which are right, and their order. */
import { ActionIcon, Button, Menu, Switch, Text } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import IconCopy from '~icons/copy';
import IconDotsVertical from '~icons/dots-vertical';
import IconLanguageHiragana from '~icons/language-hiragana';
import IconPhoto from '~icons/photo';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';

import { canShuffle } from '@/api/question-rules';
import { useCapability } from '@/queries/capabilities';

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { DragList } from '@/ui/drag/DragList';
import { isOfInputMethod } from '@/ui/keys/input-method';

import { firstWords } from './editor-words';
import { type FieldTools, MarkdownField, type MarkdownFieldProps } from './MarkdownField';
import { addChoice, duplicateChoice, markCorrect, moveItem, removeChoice, setChoiceBody } from './question-edits';
import type { QuestionFieldsProps } from './question-fields';
import { blankChoice, type ChoiceForm, type QuestionForm } from './question-set-form';
import { findRepeatedChoices } from './question-set-rules';

import classes from './ChoiceList.module.css';
import rowClasses from './QuestionSetRow.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

/** The menu ⋯ with the rarely used actions of a choice. */
interface ChoiceMenuProps extends FieldTools {
  /** The choice's name, such as 選択肢1. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** Duplicates the choice; undefined if the question has the maximum number of choices. */
  onDuplicate: (() => void) | undefined;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

function ChoiceMenu({ name, isFirst, isLast, onDuplicate, onMove, onRemove, ...tools }: ChoiceMenuProps) {
  return (
    <Menu position="bottom-end" shadow="md" width={200} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={`${name}のその他の操作`}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.addPicture && (
          <Menu.Item leftSection={<IconPhoto size={18} aria-hidden />} onClick={tools.addPicture}>
            画像を挿入
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLanguageHiragana size={18} aria-hidden />} onClick={tools.addFurigana}>
          ふりがな
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={18} aria-hidden />} disabled={isFirst} onClick={() => onMove(-1)}>
          上へ
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={18} aria-hidden />} disabled={isLast} onClick={() => onMove(1)}>
          下へ
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} disabled={!onDuplicate} onClick={onDuplicate}>
          複製
        </Menu.Item>
        <Menu.Item className={rowClasses.danger} leftSection={<IconTrash size={18} aria-hidden />} onClick={onRemove}>
          削除
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Turns lines pasted into a choice into several choices; a leading * marks right ones. */
const MOST_CHOICES = 20;

/** Returns the lines of a pasted text; a text with code or formulas over several lines is not split. */
export function splitPasted(text: string): string[] {
  if (/^\s*(?:```|~~~|\$\$)/m.test(text)) return [text];
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

/** Matches the mark of a right choice: `* text` or `*text`, but not `**bold**` or `*emphasis*`. */
const mark = /^\s*[*＊](?:\s+|(?=[^*＊\s][^*＊]*$))/;

/** Returns which lines are marked as right; none if the marks are ambiguous, and then the * stays in the text. */
function findMarked(lines: readonly string[], type: QuestionForm['type']): boolean[] {
  const marked = lines.map((line) => mark.test(line));
  const count = marked.filter(Boolean).length;
  const isMeant = type === 'multiple' ? count > 0 && count < lines.length : type === 'single' && count === 1;
  return marked.map((isMarked) => isMeant && isMarked);
}

/**
 * Inserts lines at the selection in a choice: the first line into the choice itself, each further line into a new
 * choice after it. An empty choice that follows is used first. Lines beyond the limit of choices are added to the last
 * choice.
 */
export function pasteChoices(
  question: QuestionForm,
  index: number,
  lines: readonly string[],
  [start, end]: readonly [number, number],
): QuestionForm {
  const choice = question.choices[index];
  if (!choice) return question;
  const marked = findMarked(lines, question.type);
  const texts = lines.map((line, place) => (marked[place] ? line.replace(mark, '') : line).trim());
  const before = question.choices.slice(0, index);
  const after = question.choices.slice(index + 1);
  const filled = after.findIndex(({ body }) => body !== '');
  const kept = after.slice(Math.min(filled === -1 ? after.length : filled, lines.length - 1));
  const room = MOST_CHOICES - before.length - kept.length;
  const own = { ...choice, body: choice.body.slice(0, start) + (texts[0] ?? '') + choice.body.slice(end) };
  const added = texts.slice(1).map((body) => ({ ...blankChoice(), body }));
  const all = [own, ...added];
  const rest = all.slice(room).map(({ body }) => body);
  const fitting = all
    .slice(0, room)
    .map((each, place) =>
      place === room - 1 && rest.length > 0 ? { ...each, body: [each.body, ...rest].join('\n') } : each,
    );
  const right = all.filter((_, place) => marked[place]).map(({ id }) => id);
  const others = question.type === 'single' && right.length > 0 ? [] : question.correctChoiceIds;
  const choices = [...before, ...fitting, ...kept];
  const isThere = (id: string) => choices.some((each) => each.id === id);
  return { ...question, choices, correctChoiceIds: [...new Set([...others, ...right])].filter(isThere) };
}

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
      <span className={`${classes.mark} center flex-none h-44 pointer`} aria-hidden>
        <span className="size-28 center rounded-sm bg-tint edge c-primary bold">{index + 1}</span>
      </span>
    );
  }
  return (
    <label className={`${classes.mark} center flex-none h-44 pointer`}>
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
        {repeats !== -1 && <Text className="c-wait text-sm">選択肢{repeats + 1}と同じ内容です。</Text>}
      </div>
    </div>
  );
}

/** The switch that shuffles the choices at each attempt; hidden if the server cannot store this setting. */
function ShuffleSwitch({ question, onChange }: Pick<QuestionFieldsProps, 'question' | 'onChange'>) {
  const hasShuffle = useCapability('shuffle');
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
    <fieldset ref={list} className="grid min-w-0 m-0 p-0 border-0 gap-8" data-path={`${path}.choices`}>
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
            <Text key={problem} className="c-bad text-sm">
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
