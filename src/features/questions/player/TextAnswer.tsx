/** The text field of a question that is answered in words. */
import { TextInput } from '@mantine/core';

import { MAX_ANSWER_LENGTH } from '@/api/submits';
import type { AnswerValue } from '@/study/answer-sheet';

export interface TextAnswerProps {
  answer: AnswerValue | undefined;
  onAnswer: (answer: AnswerValue) => void;
  /** The id of the element with the question's text. */
  labelId: string;
}

export function TextAnswer({ answer, onAnswer, labelId }: TextAnswerProps) {
  return (
    <TextInput
      label="解答"
      description="大文字と小文字、全角と半角、横線や引用符の種類、空白の数のちがいは採点に影響しません。"
      aria-describedby={labelId}
      value={answer?.text ?? ''}
      onChange={(event) => onAnswer({ text: event.currentTarget.value })}
      maxLength={MAX_ANSWER_LENGTH}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="next"
    />
  );
}
