/** Users by CSV: choose a file, see what it would do, then have it done. */
import { Anchor, Button, Card, Group, List, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { companyQueries } from '@/queries/companies';
import { companyGlanceQueries } from '@/queries/company-glance';
import { readCsv, toCsv, UnreadableCsvError } from '@/queries/csv';
import { downloadText } from '@/queries/download';
import { useMe } from '@/queries/me';
import { type ImportRow, planImport, templateRows, UnknownHeaderError } from '@/queries/user-csv';

import { ImportPlan } from './ImportPlan';

import '@mantine/core/styles/List.layer.css';

/** A list of some ten thousand users; more is a mistake. */
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_ROWS = 5000;

function readFailure(error: unknown): string {
  if (error instanceof UnreadableCsvError)
    return 'CSVとして読めませんでした。Excelなら「CSV UTF-8」で保存してください。';
  if (error instanceof UnknownHeaderError) {
    return '1行目に「ユーザー名」と「氏名」の列が見つかりません。下のひな形の見出しをお使いください。';
  }
  return 'ファイルを読めませんでした。もう一度選んでください。';
}

interface FileChoiceProps {
  isReady: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
}

function FileChoice({ isReady, error, onFile }: FileChoiceProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const template = () => downloadText('利用者ひな形.csv', toCsv(templateRows(companies[0]?.name ?? '')));
  return (
    <Card
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file && isReady) onFile(file);
      }}
    >
      <Stack gap="md" align="flex-start">
        <List size="sm">
          <List.Item>
            列：ユーザー名、氏名、メール、役割、企業、状態、パスワード（名前と順番は自由に省けます）
          </List.Item>
          <List.Item>同じユーザー名の人がいれば変更、いなければ追加します。パスワードが空なら作ります。</List.Item>
          <List.Item>選んだだけでは何も書き込みません。内容を確かめてから取り込みます。</List.Item>
        </List>
        <Group>
          <Button component="label" disabled={!isReady}>
            CSVファイルを選ぶ
            <input
              type="file"
              accept=".csv,text/csv,text/plain"
              hidden
              aria-label="CSVファイル"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                // The same file may be chosen again after it was corrected.
                event.currentTarget.value = '';
                if (file) onFile(file);
              }}
            />
          </Button>
          <Anchor component="button" type="button" onClick={template}>
            ひな形をダウンロード
          </Anchor>
        </Group>
        {error && (
          <Text c="var(--m-bad)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

export function ImportUsers() {
  const me = useMe();
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const people = useQuery(companyGlanceQueries.people());
  const [rows, setRows] = useState<{ fileName: string; rows: ImportRow[] }>();
  const [error, setError] = useState<string>();

  async function open(file: File): Promise<void> {
    setRows(undefined);
    if (file.size > MOST_BYTES) return setError('ファイルが大きすぎます。5 MBまでに分けてください。');
    try {
      const read = await readCsv(new Uint8Array(await file.arrayBuffer()));
      if (read.length > MOST_ROWS + 1) return setError(`一度に取り込めるのは${MOST_ROWS}人までです。分けてください。`);
      // Whoever was added meanwhile must not be added again.
      const { data: users } = await people.refetch({ throwOnError: true });
      setRows({ fileName: file.name, rows: planImport(read, { me, companies, users: users ?? [] }) });
      return setError(undefined);
    } catch (failure) {
      return setError(
        failure instanceof Error && failure.name === 'NetworkError'
          ? '接続できませんでした。つながってから、もう一度ファイルを選んでください。'
          : readFailure(failure),
      );
    }
  }
  return (
    <Stack gap="md">
      <FileChoice isReady error={error} onFile={(file) => void open(file)} />
      {rows && <ImportPlan key={rows.fileName} {...rows} />}
    </Stack>
  );
}
