/** The form of the open question: its type, text, choices or answers, and explanation. */
import { ActionIcon, Button, Switch, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import IconCopy from '~icons/copy';
import IconEye from '~icons/eye';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';

import { normaliseText } from '@/api/grading';
import { MAX_QUESTIONS } from '@/api/question-set-edits';
import { type QuestionType, questionTypeSchema } from '@/api/question-sets';
import { useCapability } from '@/queries/capabilities';
import { typeNames } from '@/study/question-type-names';
import { isOfInputMethod } from '@/ui/keys/input-method';
import { ConfirmButton } from '@/ui/questions/ConfirmButton';

import { ChoiceList } from './ChoiceList';
import { MarkdownField } from './MarkdownField';
import { addAcceptedAnswer, changeType, removeAcceptedAnswer, setAcceptedAnswer } from './question-edits';
import type { QuestionFieldsProps } from './question-fields';
import type { QuestionForm } from './question-set-form';

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { findRepeats, lenientSpellings } from './question-set-rules';

import classes from './QuestionPanel.module.css';

export interface QuestionPanelProps extends QuestionFieldsProps {
  index: number;
  count: number;
  onOpen: (index: number) => void;
  /** Shows the list of questions again; in a narrow window, which shows either the list or the question. */
  onShowList: () => void;
  onTogglePreview: (isPreviewed: boolean) => void;
  onDuplicate: () => void;
  /** Adds a question after the last one. */
  onAdd: () => void;
  onRemove: () => void;
}

/** The number of this question, and the buttons to the previous and next one. */
function PanelHead({ index, count, isPreviewed, onOpen, onShowList, onTogglePreview }: QuestionPanelProps) {
  return (
    <div className={`${classes.head} grid items-center gap-8`}>
      <Button
        variant="subtle"
        className={classes.back}
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        onClick={onShowList}
      >
        問題の一覧
      </Button>
      <div className={`${classes.neighbours} flex justify-end`}>
        <ActionIcon aria-label="前の問題" disabled={index === 0} onClick={() => onOpen(index - 1)}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="次の問題" disabled={index === count - 1} onClick={() => onOpen(index + 1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      <h3 className="flex-1 m-0 text-2xl" tabIndex={-1} data-title>
        問{index + 1}
        <span className="c-muted text-md regular"> / {count}問</span>
      </h3>
      <Button
        size="sm"
        variant={isPreviewed ? 'light' : 'default'}
        aria-pressed={isPreviewed}
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => onTogglePreview(!isPreviewed)}
      >
        プレビュー
      </Button>
    </div>
  );
}

const MOST_ANSWERS = 50;
const MOST_SPELLINGS_SHOWN = 3;

/** Makes Enter move to the next accepted answer, or add one after the last; the focus moves after the render. */
function useNextByEnter({ question, onChange }: QuestionFieldsProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<number>(undefined);
  const { length } = question.acceptedAnswers;
  const goTo = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();
  useEffect(() => {
    if (wanted.current !== undefined) goTo(wanted.current);
    wanted.current = undefined;
  }, [length]);
  const handleKey = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || isOfInputMethod(event.nativeEvent)) return;
    if (index < length - 1) goTo(index + 1);
    else if (length < MOST_ANSWERS) {
      wanted.current = length;
      onChange(addAcceptedAnswer);
    }
  };
  return { list, handleKey };
}

/**
 * Describes how an accepted answer is graded.
 *
 * @param earlier the index of an earlier answer that counts as equal, or -1.
 */
function describeGrading(text: string, earlier: number, isLenient: boolean): string | undefined {
  const normalised = normaliseText(text, isLenient);
  if (earlier >= 0) return `正解${earlier + 1}と同じとみなされるため、省けます`;
  return normalised === text || normalised === '' ? undefined : `採点では「${normalised}」として比べます`;
}

/** Lists spellings that the lenient setting makes right. */
function describeSpellings({ acceptedAnswers, lenient }: QuestionForm): string | undefined {
  const spellings = lenientSpellings(acceptedAnswers).slice(0, MOST_SPELLINGS_SHOWN);
  if (spellings.length === 0) return undefined;
  return `${lenient ? '' : 'オンにすると、'}${spellings.map((text) => `「${text}」`).join('')}なども正解になります。`;
}

/** The accepted answers of a text question, each with a note on how grading compares it. */
function AcceptedAnswers(props: QuestionFieldsProps) {
  const { question, path, errors, onChange, onLeave } = props;
  const { acceptedAnswers } = question;
  const { list, handleKey } = useNextByEnter(props);
  const listPath = `${path}.acceptedAnswers`;
  const hasLenient = useCapability('lenient');
  const isLenient = hasLenient && question.lenient === true;
  const repeats = findRepeats(acceptedAnswers, isLenient);
  return (
    <fieldset ref={list} className="grid min-w-0 m-0 p-0 border-0 gap-8" data-path={listPath}>
      <legend className="p-0 bold">正解とする答え</legend>
      <Text size="sm" c="dimmed" tabIndex={-1}>
        どれか1つと同じなら正解です。全角と半角、大文字と小文字、空白の数と種類、横線（ハイフン・マイナス・ダッシュ）、引用符、波線（〜と~）のちがいは、同じ解答とみなします。
        {!isLenient && 'ひらがなとカタカナ、句読点（。と.）、桁区切りのコンマは区別します。'}
      </Text>
      {acceptedAnswers.map((text, index) => {
        const rowPath = `${listPath}.${index}`;
        return (
          // The key of a row is its path in the form, like the key of its error.
          <div key={rowPath} className="flex items-start gap-4">
            <TextInput
              className="flex-1 min-w-0"
              data-path={rowPath}
              aria-label={`正解${index + 1}`}
              value={text}
              error={errors[rowPath]}
              description={describeGrading(text, repeats[index] ?? -1, isLenient)}
              inputWrapperOrder={['input', 'description', 'error']}
              onChange={(event) => {
                const { value } = event.currentTarget;
                onChange((now) => setAcceptedAnswer(now, index, value));
              }}
              onBlur={() => onLeave(rowPath)}
              enterKeyHint="next"
              onKeyDown={handleKey(index)}
            />
            <ActionIcon
              aria-label={`正解${index + 1}を削除`}
              title="削除"
              onClick={() => onChange((now) => removeAcceptedAnswer(now, index))}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {errors[listPath] && <Text className="c-bad text-sm">{errors[listPath]}</Text>}
      <Button
        variant="light"
        className="justify-self-start"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={acceptedAnswers.length >= MOST_ANSWERS}
        onClick={() => onChange(addAcceptedAnswer)}
      >
        答えを追加
      </Button>
      {hasLenient && (
        <Switch
          label="ひらがなとカタカナ、小数点の書き方、桁区切りを区別しない"
          description={describeSpellings(question)}
          checked={isLenient}
          onChange={(event) => {
            const lenient = event.currentTarget.checked;
            onChange((now) => ({ ...now, lenient }));
          }}
        />
      )}
    </fieldset>
  );
}

interface TypePickerProps {
  /** A prefix for ids, which keeps the buttons of several pickers apart. */
  name: string;
  /** The path of the field in the form. */
  path: string;
  value: QuestionType;
  onChange: (type: QuestionType) => void;
}

/** The picker of a question's type: four types, one of them chosen. */
function TypePicker({ name, path, value, onChange }: TypePickerProps) {
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0" data-path={path}>
      <legend className={classes.legend}>問題の形式</legend>
      <div className={classes.options}>
        {questionTypeSchema.options.map((type) => (
          <label
            key={type}
            className={`${classes.option} hover-tint center relative touch border rounded-md bg-surface pointer`}
            data-chosen={type === value || undefined}
          >
            <input
              type="radio"
              name={name}
              className={classes.input}
              checked={type === value}
              onChange={() => onChange(type)}
            />
            {typeNames[type]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function QuestionPanel(props: QuestionPanelProps) {
  const { question, path, errors, index, count, onChange, onLeave, isPreviewed, renderPictures } = props;
  const shared = { errors, isPreviewed, renderPictures };
  return (
    <section
      className={`${classes.panel} grid min-w-0 border rounded-lg bg-surface shadow`}
      aria-label={`問${index + 1}`}
      data-path={path}
    >
      <PanelHead {...props} />
      {errors[`${path}.id`] && <Text className="c-bad text-sm">{errors[`${path}.id`]}</Text>}
      <TypePicker
        name={`type-${question.id}`}
        path={`${path}.type`}
        value={question.type}
        onChange={(type) => onChange((now) => changeType(now, type))}
      />
      <MarkdownField
        {...shared}
        key={`body-${question.id}`}
        isRequired
        label="問題文"
        path={`${path}.body`}
        value={question.body}
        error={errors[`${path}.body`]}
        onChange={(body) => onChange((now) => ({ ...now, body }))}
        onLeave={() => onLeave(`${path}.body`)}
      />
      {question.type === 'text' ? <AcceptedAnswers {...props} /> : <ChoiceList {...props} />}
      <MarkdownField
        {...shared}
        key={`explanation-${question.id}`}
        label="解説"
        placeholder="解答のあとに表示されます"
        path={`${path}.explanation`}
        value={question.explanation}
        error={errors[`${path}.explanation`]}
        onChange={(explanation) => onChange((now) => ({ ...now, explanation }))}
        onLeave={() => onLeave(`${path}.explanation`)}
      />
      <div className={`${classes.foot} flex wrap gap-8 border-top`}>
        <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={props.onDuplicate}>
          この問題を複製
        </Button>
        <ConfirmButton
          key={question.id}
          label={`問${index + 1}を削除`}
          question={count === 1 ? '最後の問題を削除しますか。' : `問${index + 1}を削除しますか。`}
          onConfirm={props.onRemove}
        />
      </div>
      {index === count - 1 && count < MAX_QUESTIONS && (
        <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={props.onAdd}>
          次の問題を追加
        </Button>
      )}
    </section>
  );
}
