/**
 * ファイルから追加 (add from file): reads a chosen file or pasted text, previews the result, and adds the questions to the open
 * form.
 */
import { Button, Group, List, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { MAX_CSV_BYTES } from '@/api/files/upload-limits';
import type { QuestionForm, QuestionSetForm } from '@/features/question-set-editor/question-set-form';
import { formatBytes } from '@/lib/format-bytes';
import { decodeText, UnreadableCsvError } from '@/study/csv';
import type { FileEntry, FileQuestion } from '@/study/question-files/file-question';
import { type QuestionFile, readQuestionFile } from '@/study/question-files/read-question-file';
import { typeNames } from '@/study/question-type-names';

import '@mantine/core/styles/List.layer.css';
import { topExtra } from '@/ui/display/bar-room';
import { firstLetters } from '@/ui/formats';
import { focusOnMount } from '@/ui/keys/form-focus';
import { showToast } from '@/ui/notices/toast';

import { type PlannedQuestion, planQuestions, type QuestionPlan } from './plan-questions';
import { saveQuestionFile } from './save-questions';

import classes from './ImportQuestions.module.css';

/** Reads a file of questions or a pasted text, and plans what it would add to the question set. */
interface OpenedQuestions extends Pick<QuestionFile, 'format' | 'notes'> {
  /** The file's name without its extension; '' for a pasted text. */
  name: string;
  plan: QuestionPlan;
}

const NOT_READABLE =
  '文字として読めませんでした。Excelのファイルは、「CSV UTF-8」で保存するか、表をコピーして下の欄に貼り付けてください。';
const QUOTE_OPEN = 'CSVの引用符（"）が閉じていません。表計算ソフトでCSVとして保存しなおしてください。';
const NO_FORMAT = 'GIFT、Aiken、CSVのどれでもないようです。CSVなら、1行目に「問題文」と「正解」の見出しが必要です。';
const NO_QUESTION = '問題が1つもありません。';

/** Reads the questions of a text. @returns the questions, or in Japanese why they cannot be read. */
async function openText(text: string, name: string, values: QuestionSetForm): Promise<OpenedQuestions | string> {
  const file = await readQuestionFile(text).catch((error: unknown) => {
    if (error instanceof UnreadableCsvError) return QUOTE_OPEN;
    throw error;
  });
  if (typeof file === 'string') return file;
  if (!file) return NO_FORMAT;
  if (file.entries.length === 0) return NO_QUESTION;
  return { format: file.format, notes: file.notes, name, plan: planQuestions(file.entries, values) };
}

async function openFile(file: File, values: QuestionSetForm): Promise<OpenedQuestions | string> {
  if (file.size > MAX_CSV_BYTES) return `ファイルが大きすぎます。${formatBytes(MAX_CSV_BYTES)}までに分けてください。`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text: string;
  try {
    text = decodeText(bytes);
  } catch {
    return NOT_READABLE;
  }
  return openText(text, file.name.replace(/\.[^.]*$/, ''), values);
}

/** Reads question files for the form; `error` says in Japanese why the last file cannot be read. */
function useQuestionFile(values: QuestionSetForm) {
  const [opened, setOpened] = useState<OpenedQuestions>();
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);
  async function show(reading: Promise<OpenedQuestions | string>): Promise<void> {
    setReading(true);
    const found = await reading.catch(() => '読み込めませんでした。もう一度お試しください。');
    setReading(false);
    setError(typeof found === 'string' ? found : undefined);
    setOpened(typeof found === 'string' ? undefined : found);
  }
  return {
    opened,
    error,
    isReading,
    openFile: (file: File) => void show(openFile(file, values)),
    openText: (text: string) => void show(openText(text, '', values)),
  };
}

const choicesOf = (right: string[], wrong: string[]) => [
  ...right.map((body) => ({ body, isCorrect: true })),
  ...wrong.map((body) => ({ body, isCorrect: false })),
];

/** The questions of the CSV template: one of each type. */
const templateQuestions: FileQuestion[] = [
  {
    type: 'single',
    body: '日本の首都はどこですか。',
    choices: choicesOf(['東京'], ['京都', '大阪']),
    acceptedAnswers: [],
    explanation: '1868年に江戸が東京になりました。',
    shuffle: true,
  },
  {
    type: 'multiple',
    body: '偶数をすべて選んでください。',
    choices: choicesOf(['2', '4'], ['3']),
    acceptedAnswers: [],
    explanation: '',
    shuffle: false,
  },
  {
    type: 'text',
    body: '1週間は何日ですか。',
    choices: [],
    acceptedAnswers: ['7日', '七日'],
    explanation: '',
  },
  {
    type: 'order',
    body: '短い順に並べてください。',
    choices: choicesOf([], ['1分', '1時間', '1日']),
    acceptedAnswers: [],
    explanation: '',
  },
];

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
      className={`${classes.source} grid justify-items-start border rounded-lg bg-surface gap-16`}
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

const MOST_LEFT_OUT_SHOWN = 200;
const TEXT_LENGTH = 80;

function Answers({ question }: { question: QuestionForm }) {
  if (question.type === 'text') {
    return (
      <ul className={classes.choices}>
        {question.acceptedAnswers.map((answer, index) => (
          <li key={`${index}-${answer}`} data-correct>
            <span className="c-ok text-sm bold">正解</span>
            <span>{answer}</span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className={classes.choices}>
      {question.choices.map(({ id, body }, index) => {
        const isCorrect = question.correctChoiceIds.includes(id);
        return (
          <li key={id} data-correct={isCorrect || undefined}>
            <span className="c-ok text-sm bold">
              {question.type === 'order' ? (
                `${index + 1}番目`
              ) : isCorrect ? (
                '正解'
              ) : (
                <VisuallyHidden>誤り</VisuallyHidden>
              )}
            </span>
            <span>{body}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Planned({ line, notes, question }: PlannedQuestion) {
  return (
    <li className={`${classes.question} grid p-12-16 gap-6 break-anywhere`}>
      <p className={`${classes.about} flex wrap c-muted text-sm`}>
        <span>{typeNames[question.type]}</span>
        <span>{line}行目</span>
      </p>
      <p className={classes.text}>{question.body}</p>
      <Answers question={question} />
      {question.explanation !== '' && <p className={classes.explanation}>{`解説：${question.explanation}`}</p>}
      {notes.map((note) => (
        <p key={note} className="m-0 c-wait text-sm">
          {note}
        </p>
      ))}
    </li>
  );
}

function LeftOut({ entries }: { entries: readonly FileEntry[] }) {
  if (entries.length === 0) return null;
  const scroll = { role: 'region', tabIndex: 0, 'aria-labelledby': 'left-out' };
  const hidden = entries.length - MOST_LEFT_OUT_SHOWN;
  return (
    <div className={`${classes.part} grid min-w-0 gap-8`}>
      <h4 id="left-out">追加しない問題（{entries.length}問）</h4>
      <div className={`${classes.faults} p-8-16 border rounded-lg bg-surface`} {...scroll}>
        <ul>
          {entries.slice(0, MOST_LEFT_OUT_SHOWN).map(({ line, text, notes }) => (
            <li key={line}>
              <strong>{line}行目</strong>
              <span>{notes.join(' ')}</span>
              <span className="w-full c-muted text-sm">{firstLetters(text, TEXT_LENGTH)}</span>
            </li>
          ))}
          {hidden > 0 && <li>ほかに{hidden}問あります。</li>}
        </ul>
      </div>
    </div>
  );
}

/** Offers the questions beyond a set's limit as a file, for importing into another set. */
function Remaining({ name, questions }: { name: string; questions: QuestionPlan['remaining'] }) {
  if (questions.length === 0) return null;
  const save = () => void saveQuestionFile(`${name || '問題'}（残り）`, questions);
  return (
    <div className="grid justify-items-start gap-8">
      <p className="m-0 c-wait text-sm">
        {`1つの問題集は100問までのため、あとの${questions.length}問は入りません。残りをCSVで保存して、次の問題集に追加できます。`}
      </p>
      <Button size="sm" variant="default" onClick={save}>
        残りの{questions.length}問をCSVで保存
      </Button>
    </div>
  );
}

/** Lists the questions of an import. @param plan.added is in the order in which the questions are added. */
function PlannedQuestions({ name, plan }: { name: string; plan: QuestionPlan }) {
  return (
    <>
      <Remaining name={name} questions={plan.remaining} />
      <LeftOut entries={plan.leftOut} />
      {plan.added.length > 0 && (
        <section aria-labelledby="planned" className={`${classes.part} grid min-w-0 gap-8`}>
          <h4 id="planned">追加する問題（{plan.added.length}問）</h4>
          <ol className={`${classes.questions} divided`}>
            {plan.added.map((planned) => (
              <Planned key={planned.question.id} {...planned} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** The button comes before the list of questions, because the list may be long. */
function DryRun({ opened: { name, format, notes, plan }, onAdd }: DryRunProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [plan]);
  const count = plan.added.length;
  return (
    <section className="grid min-w-0 gap-16" aria-labelledby="dry-run">
      <div ref={topExtra} className={classes.bar} data-top-bar>
        <h4 id="dry-run" className="min-w-0 m-0 text-xl break-anywhere" tabIndex={-1} ref={heading}>
          <span translate="no">{name || '貼り付けた内容'}</span>
          <span className="c-muted regular">（{format}）</span>
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
    <section className={`${classes.screen} grid min-w-0 mx-auto gap-16`} aria-labelledby="import-questions">
      <div className={classes.head}>
        <h3 id="import-questions" className="m-0 text-2xl" tabIndex={-1} ref={focusOnMount}>
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
