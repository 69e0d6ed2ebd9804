/** Imports users from a CSV file: choose a file, check the preview, start. */
import { Button, Card, Group, List, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError, NetworkError } from '@/api/errors';
import { MAX_CSV_BYTES, MAX_CSV_ROWS } from '@/api/upload-limits';
import { saveFile } from '@/device/download';
import { formatBytes } from '@/lib/format-bytes';
import { useCapabilities } from '@/queries/capabilities';
import { companyQueries } from '@/queries/companies';
import { useMe } from '@/queries/me';
import { fetchNamed } from '@/queries/named-people';
import { describeSaveError } from '@/queries/save-errors';
import { readCsv, toCsv, UnreadableCsvError } from '@/study/csv';
import { templateRows } from '@/study/user-cells';
import { type ImportRow, planImport, UnknownHeaderError, usernamesOf } from '@/study/user-csv';

import { ImportPlan } from './ImportPlan';

import '@mantine/core/styles/List.layer.css';

function readFailure(error: unknown): string {
  if (error instanceof UnreadableCsvError)
    return 'CSVとして読めませんでした。Excelなら「CSV UTF-8」で保存してください。';
  if (error instanceof UnknownHeaderError) {
    return '1行目に「ユーザー名」と「氏名」の列が見つかりません。ひな形の見出しをお使いください。';
  }
  if (error instanceof NetworkError) return '接続できませんでした。つながってから、もう一度ファイルを選んでください。';
  if (error instanceof ApiError) return describeSaveError(error).message;
  return 'ファイルを読めませんでした。もう一度選んでください。';
}

interface FileChoiceProps {
  isReading: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
}

function Explanation({ hasNameKana }: { hasNameKana: boolean }) {
  return (
    <List size="sm">
      <List.Item>
        1行目は見出しです。ユーザー名と氏名は必須で、{hasNameKana && 'フリガナ・'}
        メール・役割・企業・アカウント・パスワードは省けます。順番は自由です。
      </List.Item>
      <List.Item>同じユーザー名の人がいれば変更、いなければ追加します。パスワードが空なら作ります。</List.Item>
      <List.Item>選んだだけでは何も書き込みません。内容を確かめてから取り込みます。</List.Item>
    </List>
  );
}

function FileChoice({ isReading, error, onFile }: FileChoiceProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const { hasNameKana } = useCapabilities();
  const input = useRef<HTMLInputElement>(null);
  const template = () => void saveFile('利用者ひな形.csv', toCsv(templateRows(companies[0]?.name ?? '', hasNameKana)));
  const take = (file: File | undefined) => {
    if (file && !isReading) onFile(file);
  };
  return (
    <Card
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <Stack gap="md" align="flex-start">
        <Explanation hasNameKana={hasNameKana} />
        <Group gap="xs">
          <Button loading={isReading} onClick={() => input.current?.click()}>
            CSVファイルを選ぶ
          </Button>
          <Button variant="subtle" onClick={template}>
            ひな形をダウンロード
          </Button>
        </Group>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          hidden
          aria-label="CSVファイル"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // Without this reset, choosing the same (corrected) file again fires no change event.
            event.currentTarget.value = '';
            take(file);
          }}
        />
        {error && (
          <Text c="var(--m-bad)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

interface OpenFile {
  fileName: string;
  rows: ImportRow[];
}

/** Reads a file and plans its import; `error` is the reason in Japanese if the file cannot be imported. */
function useOpenFile() {
  const me = useMe();
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const { hasNameKana, searchesLists } = useCapabilities();
  const [opened, setOpened] = useState<OpenFile>();
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);

  async function plan(file: File): Promise<OpenFile | string> {
    if (file.size > MAX_CSV_BYTES) return `ファイルが大きすぎます。${formatBytes(MAX_CSV_BYTES)}までに分けてください。`;
    try {
      const read = await readCsv(new Uint8Array(await file.arrayBuffer()));
      if (read.length > MAX_CSV_ROWS + 1) return `一度に取り込めるのは${MAX_CSV_ROWS}人までです。分けてください。`;
      // Fetched fresh, because users may have been added since the list was cached.
      const users = await fetchNamed(usernamesOf(read, hasNameKana), { searchesLists });
      return { fileName: file.name, rows: planImport(read, { me, companies, users, hasNameKana }) };
    } catch (failure) {
      return readFailure(failure);
    }
  }
  async function open(file: File): Promise<void> {
    setReading(true);
    setOpened(undefined);
    const planned = await plan(file);
    setReading(false);
    setError(typeof planned === 'string' ? planned : undefined);
    if (typeof planned !== 'string') setOpened(planned);
  }
  return { opened, error, isReading, open, close: () => setOpened(undefined) };
}

export function ImportUsers() {
  const { opened, error, isReading, open, close } = useOpenFile();
  const [isStarted, setStarted] = useState(false);
  const again = () => {
    setStarted(false);
    close();
  };
  return (
    <Stack gap="md">
      {!isStarted && <FileChoice isReading={isReading} error={error} onFile={(file) => void open(file)} />}
      {opened && <ImportPlan {...opened} onStart={() => setStarted(true)} onAgain={again} />}
    </Stack>
  );
}
