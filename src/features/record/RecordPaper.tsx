/**
 * The parts shared by study record and certificate: the person's data with the date of those data, the buttons, the
 * note on refused calls.
 */
import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import IconPrinter from '~icons/printer';

import { useRefusedCount } from '@/queries/progress/study-record';

import { asOfWords } from './record-words';

import classes from './Record.module.css';
import paper from '@/ui/PaperTable.module.css';
import '@mantine/core/styles/Alert.layer.css';

/** The person that a record or certificate is about. */
export interface RecordPerson {
  name: string;
  username?: string;
  company?: string;
}

export function RecordFacts({ person, asOf }: { person: RecordPerson; asOf: number }) {
  const { name, username, company } = person;
  return (
    <dl className={`${paper.facts} flex wrap m-0`}>
      <div>
        <dt>氏名</dt>
        <dd translate="no">{name}</dd>
      </div>
      <div>
        <dt>ユーザー名</dt>
        <dd translate="no">{username ?? '–'}</dd>
      </div>
      {company && (
        <div>
          <dt>企業</dt>
          <dd translate="no">{company}</dd>
        </div>
      )}
      <div>
        <dt>日付</dt>
        <dd>{asOfWords(asOf)}</dd>
      </div>
    </dl>
  );
}

export function RecordButtons({ children }: { children?: ReactNode }) {
  return (
    <Group gap="xs" className={`${classes.buttons} no-print`}>
      {children}
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => globalThis.print()}>
        印刷
      </Button>
    </Group>
  );
}

/** Notes how many calls the server refused; they are missing from the record. */
export function RefusedNote() {
  const count = useRefusedCount();
  if (count === 0) return null;
  return (
    <Alert className={classes.refused} role="status">
      要確認の学習が{count}件あり、この記録には入っていません。
    </Alert>
  );
}
