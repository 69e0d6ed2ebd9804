/** Shows which column of a CSV file is read as what, and lets the user choose it for each column. */
import { Button, Card, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { type Column, columnWords } from '@/study/people/user-cells';
import { type ColumnMap, type FileField, fileFields, isWhole } from '@/study/people/user-columns';

import type { ReadFile } from './use-open-file';

import '@mantine/core/styles/Combobox.layer.css';

const partNames = { familyName: '姓', givenName: '名', familyKana: '姓のフリガナ', givenKana: '名のフリガナ' };

function nameOf(field: FileField): string {
  return field in partNames ? partNames[field as keyof typeof partNames] : columnWords(field as Column);
}

const fieldsAt = (map: ColumnMap, index: number) =>
  (Object.keys(map) as FileField[]).filter((field) => map[field] === index);

/** Returns the columns of a file with content: each with its heading, and a cell as an example. */
function columnsIn({ header, rows }: ReadFile) {
  const count = Math.max(header.cells.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: count }, (_, index) => {
    const heading = header.cells[index]?.trim() ?? '';
    const example = rows.find(({ cells }) => (cells[index] ?? '').trim() !== '')?.cells[index]?.trim() ?? '';
    return {
      index,
      heading: heading || `${index + 1}列目`,
      example: example.slice(0, 30),
      isEmpty: heading + example === '',
    };
  }).filter(({ isEmpty }) => !isEmpty);
}

/** Says which columns are read as what, and which are not read. */
export function ColumnsRead({ file, onChoose }: { file: ReadFile; onChoose: () => void }) {
  const columns = columnsIn(file).map(({ index, heading }) => ({ heading, fields: fieldsAt(file.map, index) }));
  const read = columns.filter(({ fields }) => fields.length > 0);
  const unread = columns.filter(({ fields }) => fields.length === 0);
  return (
    <Stack gap={4} align="flex-start" component="section" aria-label="読む列">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        読む列：
        {read.map(({ heading, fields }) => `${heading}→${fields.map(nameOf).join('と')}`).join('、')}
      </Text>
      {unread.length > 0 && (
        <Text size="sm" c="var(--m-wait)" style={{ overflowWrap: 'anywhere' }}>
          読まない列：{unread.map(({ heading }) => heading).join('、')}
        </Text>
      )}
      <Button size="sm" variant="subtle" onClick={onChoose}>
        列を選びなおす
      </Button>
    </Stack>
  );
}

/** The value of a column that is both user name and address, as in files of Google Workspace. */
const USERNAME_AND_EMAIL = 'username email';

/** Returns the map after a choice: each field has one column, each column one field. */
function assign(map: ColumnMap, index: number, chosen: string): ColumnMap {
  const fields = chosen.split(' ').filter(Boolean);
  const others = Object.entries(map).filter(([field, place]) => place !== index && !fields.includes(field));
  return Object.fromEntries([...others, ...fields.map((field) => [field, index] as const)]);
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
  const options = [
    { value: '', label: '読まない' },
    ...fileFields(hasNameKana).map((field) => ({ value: field as string, label: nameOf(field) })),
    { value: USERNAME_AND_EMAIL, label: 'ユーザー名とメール' },
  ];
  return (
    <Card component="section" aria-labelledby="import-columns">
      <Stack component="form" gap="md" align="flex-start" onSubmit={submit}>
        <h2 id="import-columns" className="m-0 text-xl break-anywhere" ref={heading} tabIndex={-1}>
          {file.fileName} の列を選ぶ
        </h2>
        <Text size="sm">
          {!isWhole(file.map) && '見出しから列を見分けられませんでした。'}
          どの列を何として読むかを選んでください。ユーザー名と、氏名（または姓と名）が必要です。
        </Text>
        {columnsIn(file).map(({ index, heading: label, example }) => (
          <NativeSelect
            key={index}
            w="100%"
            maw={420}
            label={label}
            description={example && `例：${example}`}
            data={options}
            value={fieldsAt(map, index).length > 1 ? USERNAME_AND_EMAIL : (fieldsAt(map, index)[0] ?? '')}
            onChange={({ currentTarget: { value } }) => setMap((before) => assign(before, index, value))}
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
