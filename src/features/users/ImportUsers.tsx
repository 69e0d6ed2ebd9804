/** Imports users from a CSV file: choose a file, check the preview, start. */
import { Button, Card, Group, List, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { saveFile } from '@/device/download';
import { useCapability } from '@/queries/capabilities';
import { companyQueries } from '@/queries/people/companies';
import { toCsv } from '@/study/csv';
import { templateRows } from '@/study/people/user-cells';

import { ImportColumns } from './ImportColumns';
import { ImportPlan } from './ImportPlan';
import { useOpenFile } from './use-open-file';

import '@mantine/core/styles/List.layer.css';

/**
 * Android's file chooser disables files of types that are not listed: Drive and Excel report CSV files as one of the
 * last three types.
 */
const CSV_TYPES =
  '.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values,text/comma-separated-values,application/csv,application/vnd.ms-excel';

interface FileChoiceProps {
  /** See `columnsOf`. */
  hasNameKana: boolean;
  /** True to hide the explanation while a file is open, because it would push the preview out of view. */
  isShort: boolean;
  companyId: string | undefined;
  isReading: boolean;
  error: string | undefined;
  onFile: (file: File) => void;
}

function Explanation({ hasNameKana, company }: { hasNameKana: boolean; company: string | undefined }) {
  return (
    <List size="sm">
      <List.Item>
        見出しの行の下に、1行に1名です。ユーザー名と氏名（または姓と名）は必須で、{hasNameKana && 'フリガナ・'}
        メール・役割・企業・アカウント・パスワードは省けます。順番は自由です。ほかのシステムの見出しも読み、列を選びなおせます。
      </List.Item>
      <List.Item>同じユーザー名の人がいれば変更、いなければ追加します。パスワードが空なら作ります。</List.Item>
      {company && (
        <List.Item>
          追加する人の企業は、ファイルに書いてなければ「<span translate="no">{company}</span>」になります。
        </List.Item>
      )}
      <List.Item>選んだだけでは何も書き込みません。内容を確かめてから取り込みます。</List.Item>
    </List>
  );
}

function FileChoice({ hasNameKana, isShort, isReading, error, companyId, onFile }: FileChoiceProps) {
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const input = useRef<HTMLInputElement>(null);
  const company = companies.find(({ id }) => id === companyId);
  const example = (company ?? companies[0])?.name ?? '';
  const template = () => void saveFile('利用者ひな形.csv', toCsv(templateRows(example, hasNameKana)));
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
        {!isShort && <Explanation hasNameKana={hasNameKana} company={company?.name} />}
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
          accept={CSV_TYPES}
          hidden
          aria-label="CSVファイル"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // Reset the input, because choosing the same (corrected) file again would otherwise fire no change event.
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

export function ImportUsers({ companyId }: { companyId?: string }) {
  const hasNameKana = useCapability('name-kana');
  const file = useOpenFile(companyId, hasNameKana);
  const { opened, error, isReading, open, chooseColumns, askColumns, confirmNames, close } = file;
  const [isStarted, setStarted] = useState(false);
  const again = () => {
    setStarted(false);
    close();
  };
  return (
    <Stack gap="md">
      {!isStarted && (
        <FileChoice
          hasNameKana={hasNameKana}
          isShort={opened?.plan !== undefined}
          isReading={isReading}
          error={error}
          companyId={companyId}
          onFile={(chosen) => void open(chosen)}
        />
      )}
      {opened && !opened.plan && (
        <ImportColumns
          file={opened.file}
          hasNameKana={hasNameKana}
          isReading={isReading}
          onChoose={(map) => void chooseColumns(opened.file, map)}
        />
      )}
      {opened?.plan && (
        <ImportPlan
          // A plan with confirmed names has other rows, which need passwords.
          key={String(opened.context?.areNamesConfirmed)}
          file={opened.file}
          onColumns={() => askColumns(opened.file)}
          onConfirmNames={() => confirmNames(opened)}
          rows={opened.plan}
          companyId={companyId}
          onStart={() => setStarted(true)}
          onAgain={again}
        />
      )}
    </Stack>
  );
}
