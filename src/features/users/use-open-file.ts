/** Reads a CSV file of users: its rows, its columns, and what an import would do. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { MAX_CSV_BYTES, MAX_CSV_ROWS } from '@/api/files/upload-limits';
import { ApiError, NetworkError } from '@/api/network/errors';
import { formatBytes } from '@/lib/format-bytes';
import { useMe } from '@/queries/me';
import { companyQueries } from '@/queries/people/companies';
import { fetchMeant } from '@/queries/people/named-people';
import { describeSaveError } from '@/queries/save-errors';
import { type CsvRow, readCsv, UnreadableCsvError } from '@/study/csv';
import { type ColumnMap, findHeader, isWhole } from '@/study/people/user-columns';
import { type ImportContext, type ImportRow, namedIn, planImport } from '@/study/people/user-csv';

function readFailure(error: unknown): string {
  if (error instanceof UnreadableCsvError)
    return 'CSVとして読めませんでした。Excelなら「CSV UTF-8」で保存してください。';
  if (error instanceof NetworkError) return '接続できませんでした。つながってから、もう一度ファイルを選んでください。';
  if (error instanceof ApiError) return describeSaveError(error).message;
  return 'ファイルを読めませんでした。もう一度選んでください。';
}

/** The opened file; either its columns are known, or the user has to assign them. */
export interface ReadFile {
  fileName: string;
  header: CsvRow;
  rows: readonly CsvRow[];
  map: ColumnMap;
}

interface OpenFile {
  file: ReadFile;
  /** The plan of the import, and what it was made from; undefined until the columns are known. */
  plan?: ImportRow[];
  context?: ImportContext;
}

/** Reads a file; returns a reason in Japanese if it cannot be imported. */
async function readFile(file: File, hasNameKana: boolean): Promise<ReadFile | string> {
  if (file.size > MAX_CSV_BYTES) return `ファイルが大きすぎます。${formatBytes(MAX_CSV_BYTES)}までに分けてください。`;
  const found = findHeader(await readCsv(new Uint8Array(await file.arrayBuffer())), hasNameKana);
  const rows = found?.rows ?? [];
  if (rows.length > MAX_CSV_ROWS) return `一度に取り込めるのは${MAX_CSV_ROWS}名までです。分けてください。`;
  if (!found) return '「ユーザー名」と「氏名」の列が見つかりません。ひな形の見出しをお使いください。';
  return { fileName: file.name, ...found };
}

/**
 * Opens a CSV file for import; `error` is the reason in Japanese if it cannot be imported. @param companyId the company
 * of new people whose row names none. @param hasNameKana see `columnsOf`.
 */
export function useOpenFile(companyId: string | undefined, hasNameKana: boolean) {
  const me = useMe();
  const { data: companies } = useSuspenseQuery(companyQueries.list());
  const [opened, setOpened] = useState<OpenFile>();
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);

  async function plan(file: ReadFile): Promise<OpenFile> {
    // Request the users from the server, because some may have been added since the list was cached.
    const users = await fetchMeant(namedIn(file.rows, file.map));
    const context = { me, companies, users, companyId };
    return { file, context, plan: planImport(file.rows, file.map, context) };
  }
  async function show(read: () => Promise<OpenFile | string>): Promise<void> {
    setReading(true);
    const found = await read().catch(readFailure);
    setReading(false);
    setError(typeof found === 'string' ? found : undefined);
    if (typeof found !== 'string') setOpened(found);
  }
  const open = (file: File) => {
    setOpened(undefined);
    return show(async () => {
      const read = await readFile(file, hasNameKana);
      if (typeof read === 'string') return read;
      return isWhole(read.map) ? plan(read) : { file: read };
    });
  };
  const chooseColumns = (file: ReadFile, map: ColumnMap) => show(() => plan({ ...file, map }));
  /** Plans again, with the new user names that a spreadsheet may have changed. */
  const confirmNames = ({ file, context }: OpenFile) => {
    if (!context) return;
    const confirmed = { ...context, areNamesConfirmed: true };
    setOpened({ file, context: confirmed, plan: planImport(file.rows, file.map, confirmed) });
  };
  /** Shows the columns again, to choose others. */
  const askColumns = (file: ReadFile) => setOpened({ file });
  return { opened, error, isReading, open, chooseColumns, askColumns, confirmNames, close: () => setOpened(undefined) };
}
