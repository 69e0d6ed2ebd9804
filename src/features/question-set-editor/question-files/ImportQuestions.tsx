/**
 * ファイルから追加 (add from file): reads a chosen file or pasted text, previews the result, and adds the questions to the open
 * form.
 */
import { Button, Group, List, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import type { QuestionForm, QuestionSetForm } from '@/features/question-set-editor/question-set-form';
import { topExtra } from '@/ui/display/bar-room';
import { focusOnMount } from '@/ui/keys/form-focus';
import { showToast } from '@/ui/notices/toast';

import { PlannedQuestions } from './PlannedQuestions';
import { saveQuestionFile } from './save-questions';
import { templateQuestions } from './template-questions';
import { type OpenedQuestions, useQuestionFile } from './use-question-file';

import classes from './ImportQuestions.module.css';
import '@mantine/core/styles/List.layer.css';

/** No list of file types for Android: its file chooser disables all other files, and does not know the GIFT format. */
const FILE_TYPES =
  '.gift,.txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values,text/comma-separated-values,application/csv,application/vnd.ms-excel';

export interface ImportQuestionsProps {
  /** The question set with the editor's unsaved changes. */
  values: QuestionSetForm;
  /** Adds the questions to the form. @param title the file's name, used if the set has no title yet. */
  onAdd: (questions: QuestionForm[], title: string) => void;
  onClose: () => void;
}

function Explanation() {
  return (
    <List size="sm">
      <List.Item>MoodleのGIFTとAiken、CSVを読み込めます。ほかのツールの見出しのままで読めます。</List.Item>
      <List.Item>
        CSVは見出しの行の下に、1行に1問です。正解は選択肢の番号（「2」「1・3」）か記号か文で、記述は答えを1行に1つ書きます。
      </List.Item>
      <List.Item>内容を確かめてから追加します。保存するまで、受講者には見えません。</List.Item>
    </List>
  );
}

interface SourceProps {
  isReading: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
  onText: (text: string) => void;
}

/** The input: a chosen or dropped file, or a pasted text. */
function Source({ isReading, error, onFile, onText }: SourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const take = (file: File | undefined) => {
    if (file && !isReading) onFile(file);
  };
  return (
    <div
      className={classes.source}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <Explanation />
      <Group gap="xs">
        <Button loading={isReading} onClick={() => input.current?.click()}>
          ファイルを選ぶ
        </Button>
        <Button variant="subtle" onClick={() => void saveQuestionFile('問題ひな形', templateQuestions)}>
          CSVのひな形を保存
        </Button>
      </Group>
      <input
        ref={input}
        type="file"
        accept={FILE_TYPES}
        hidden
        aria-label="問題のファイル"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Reset the input, because choosing the same (corrected) file again would otherwise fire no change event.
          event.currentTarget.value = '';
          take(file);
        }}
      />
      <Textarea
        label="または、ここに貼り付け"
        description="GIFTやAikenの文のほか、表計算ソフトでコピーした表（見出しの行から）も読み込めます。"
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" disabled={text.trim() === ''} loading={isReading} onClick={() => onText(text)}>
        貼り付けた内容を確かめる
      </Button>
      {error !== undefined && (
        <Text c="var(--m-bad)" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

interface DryRunProps {
  opened: OpenedQuestions;
  onAdd: () => void;
}

/** The button comes before the list of questions, because the list may be long. */
function DryRun({ opened: { name, format, notes, plan }, onAdd }: DryRunProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [plan]);
  const count = plan.added.length;
  return (
    <section className={classes.dryRun} aria-labelledby="dry-run">
      <div ref={topExtra} className={classes.bar} data-top-bar>
        <h4 id="dry-run" className={classes.name} tabIndex={-1} ref={heading}>
          <span translate="no">{name || '貼り付けた内容'}</span>
          <span className={classes.format}>（{format}）</span>
        </h4>
        <Button disabled={count === 0} onClick={onAdd}>
          {count}問を追加
        </Button>
      </div>
      {count === 0 && <Text>追加できる問題はありません。</Text>}
      {notes.map((note) => (
        <Text key={note} size="sm" c="var(--m-wait)">
          {note}
        </Text>
      ))}
      <PlannedQuestions name={name} plan={plan} />
    </section>
  );
}

export function ImportQuestions({ values, onAdd, onClose }: ImportQuestionsProps) {
  const { opened, error, isReading, openFile, openText } = useQuestionFile(values);
  const add = ({ name, plan }: OpenedQuestions) => {
    onAdd(
      plan.added.map(({ question }) => question),
      name,
    );
    onClose();
    void showToast('success', `${plan.added.length}問を追加しました。「保存」で反映されます`);
  };
  return (
    <section className={classes.screen} aria-labelledby="import-questions">
      <div className={classes.head}>
        <h3 id="import-questions" className={classes.title} tabIndex={-1} ref={focusOnMount}>
          ファイルから追加
        </h3>
        <Button variant="default" onClick={onClose}>
          キャンセル
        </Button>
      </div>
      <Source isReading={isReading} error={error} onFile={openFile} onText={openText} />
      {opened && <DryRun opened={opened} onAdd={() => add(opened)} />}
    </section>
  );
}
