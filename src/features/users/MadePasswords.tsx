/**
 * Saves the passwords generated for an import as CSV, before people are added: the passwords are stored nowhere else.
 */
import { Button } from '@mantine/core';

import { saveFile } from '@/device/download';
import type { WritableRow } from '@/queries/people/import-users';
import { toCsv } from '@/study/csv';

export interface MadePasswordsProps {
  rows: readonly WritableRow[];
  isSaved: boolean;
  onSaved: () => void;
}

/** Returns the rows for which a password was generated. */
export function rowsWithMadePassword(rows: readonly WritableRow[]): readonly WritableRow[] {
  return rows.filter(({ kind, isOwnPassword }) => kind === 'add' && !isOwnPassword);
}

export function MadePasswords({ rows, isSaved, onSaved }: MadePasswordsProps) {
  const save = () => {
    const cells = rows.map(({ username, name, password }) => [username, name, password]);
    const text = toCsv([['ユーザー名', '氏名', 'パスワード'], ...cells]);
    void saveFile('初期パスワード.csv', text).then((outcome) => outcome === 'saved' && onSaved());
  };
  return (
    <Button variant={isSaved ? 'default' : 'filled'} onClick={save}>
      初期パスワードを保存（{rows.length}名）
    </Button>
  );
}
