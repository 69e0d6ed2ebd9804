/** Asks which column of a CSV file holds which value, when the column headings do not tell. */
import { Button, Card, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { type Column, columnWords } from '@/study/user-cells';
import { type ColumnMap, type FileField, fileFields, isWhole } from '@/study/user-columns';

import type { ReadFile } from './use-open-file';

import classes from './ImportPlan.module.css';
import '@mantine/core/styles/Combobox.layer.css';

const partNames = { familyName: '姓', givenName: '名', familyKana: '姓のフリガナ', givenKana: '名のフリガナ' };
const descriptions: Partial<Record<FileField, string>> = {
  username: '必須です。',
  name: '氏名が1列のときに選びます。2列なら、下の姓と名を選びます。',
};

function nameOf(field: FileField): string {
  return field in partNames ? partNames[field as keyof typeof partNames] : columnWords(field as Column);
}

/** Returns the file's columns as options, each with the first row's cell as an example. */
function optionsOf({ header, rows }: ReadFile) {
  const example = (index: number) => rows[0]?.cells[index]?.trim().slice(0, 30) ?? '';
  const columns = header.cells.map((head, index) => ({
    value: String(index),
    label: `${head.trim() || `${index + 1}列目`}${example(index) && `（例：${example(index)}）`}`,
  }));
  return [{ value: '', label: 'なし' }, ...columns];
}

export interface ImportColumnsProps {
  file: ReadFile;
  hasNameKana: boolean;
  isReading: boolean;
  onChoose: (map: ColumnMap) => void;
}

export function ImportColumns({ file, hasNameKana, isReading, onChoose }: ImportColumnsProps) {
  const [map, setMap] = useState(file.map);
  const [isIncomplete, setIncomplete] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(!isWhole(map));
    if (isWhole(map)) onChoose(map);
  };
  return (
    <Card component="section" aria-labelledby="import-columns">
      <Stack component="form" gap="md" align="flex-start" onSubmit={submit}>
        <h2 id="import-columns" className={classes.heading} ref={heading} tabIndex={-1}>
          {file.fileName} の列を選ぶ
        </h2>
        <Text size="sm">見出しから列を見分けられませんでした。どの列を何として読むかを選んでください。</Text>
        {fileFields(hasNameKana).map((field) => (
          <NativeSelect
            key={field}
            w="100%"
            maw={420}
            label={nameOf(field)}
            description={descriptions[field]}
            data={optionsOf(file)}
            value={map[field] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setMap((before) => ({ ...before, [field]: value === '' ? undefined : Number(value) }))
            }
          />
        ))}
        {isIncomplete && (
          <Text c="var(--m-bad)" role="alert">
            ユーザー名の列と、氏名の列（または姓と名の列）を選んでください。
          </Text>
        )}
        <Button type="submit" loading={isReading}>
          この列で内容を確かめる
        </Button>
      </Stack>
    </Card>
  );
}
