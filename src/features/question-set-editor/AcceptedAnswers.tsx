/** The accepted answers of a text question, each with a note on how grading compares it. */
import { ActionIcon, Button, Switch, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';

import { normaliseText } from '@/api/grading';
import { useCapabilities } from '@/queries/capabilities';
import { isOfInputMethod } from '@/ui/keys/input-method';

import { addAcceptedAnswer, removeAcceptedAnswer, setAcceptedAnswer } from './question-edits';
import type { QuestionFieldsProps } from './question-fields';
import type { QuestionForm } from './question-set-form';
import { findRepeats, lenientSpellings } from './question-set-rules';

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

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

export function AcceptedAnswers(props: QuestionFieldsProps) {
  const { question, path, errors, onChange, onLeave } = props;
  const { acceptedAnswers } = question;
  const { list, handleKey } = useNextByEnter(props);
  const listPath = `${path}.acceptedAnswers`;
  const { hasLenient } = useCapabilities();
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
