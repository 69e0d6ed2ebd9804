/** The form that changes a set's title in place. */
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

import { newQuestionSetSchema } from '@/api/question-set-edits';
import { describeIssue } from '@/lib/field-messages';
import { isOfInputMethod } from '@/ui/keys/input-method';

import classes from './QuestionSetRow.module.css';

export interface RenameFormProps {
  title: string;
  isBusy: boolean;
  onRename: (title: string) => Promise<void>;
  onCancel: () => void;
}

function focusOnMount(input: HTMLInputElement | null): void {
  input?.select();
}

function findFault(title: string): string | undefined {
  // The message names the field, because the field has no visible label.
  if (title === '') return 'タイトルを入力してください。';
  return newQuestionSetSchema.shape.title.safeParse(title, { error: describeIssue }).error?.issues[0]?.message;
}

/** A div instead of a form element, because forms cannot be nested. */
export function RenameForm({ title, isBusy, onRename, onCancel }: RenameFormProps) {
  const [value, setValue] = useState(title);
  const [wasTried, setTried] = useState(false);
  const fault = findFault(value.trim());
  const rename = () => {
    setTried(true);
    if (!fault) void onRename(value.trim());
  };
  const handleKey = (event: KeyboardEvent) => {
    // Ignore Enter and Escape during an IME composition: they belong to the input method.
    if (isOfInputMethod(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      rename();
    }
    if (event.key === 'Escape') onCancel();
  };
  return (
    <div className={classes.rename} role="group" aria-label={`「${title}」のタイトルを変更`}>
      <TextInput
        ref={focusOnMount}
        className={classes.name}
        aria-label="タイトル"
        value={value}
        error={wasTried && fault}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <Button loading={isBusy} onClick={rename}>
        変更
      </Button>
      <Button variant="default" disabled={isBusy} onClick={onCancel}>
        キャンセル
      </Button>
    </div>
  );
}
