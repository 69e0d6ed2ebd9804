/**
 * The table of one course's study. On narrow screens CSS shows the rows as cards, which removes the table semantics; explicit ARIA roles
 * restore them.
 */
import type { RecordRow } from '@/study/record-rows';

import { kindNames, minuteWords, receivedWords, resultWords, titleWords, vouchingNames } from './record-words';

import classes from './Record.module.css';
import paper from '@/ui/PaperTable.module.css';

const tableRole = { role: 'table' };
const groupRole = { role: 'rowgroup' };
const rowRole = { role: 'row' };
const cellRole = { role: 'cell' };
const headRole = { role: 'columnheader' };

const heads = ['学習した日時', '内容', '結果', '問題の版', '受信日時', '時刻の出どころ'] as const;

function cellsOf(row: RecordRow) {
  const { studiedAt, kind, vouching, questionSetUpdatedAt } = row;
  const title = (
    <>
      <span className={classes.kind}>{kindNames[kind]}</span> {titleWords(row)}
    </>
  );
  const version = kind === 'lesson' ? '' : minuteWords(questionSetUpdatedAt);
  const mark = <span className={classes[vouching]}>{vouchingNames[vouching]}</span>;
  return [minuteWords(studiedAt), title, resultWords(row), version, receivedWords(row), mark];
}

export interface RecordTableProps {
  name: string;
  /** Person and date, repeated above the column heads on every printed page; hidden on screens. */
  whose: string;
  rows: readonly RecordRow[];
}

export function RecordTable({ name, whose, rows }: RecordTableProps) {
  return (
    <table {...tableRole} aria-label={name} className={`${paper.table} ${classes.table}`}>
      <thead {...groupRole}>
        <tr className={paper.whose} aria-hidden>
          <td colSpan={heads.length}>{whose}</td>
        </tr>
        <tr {...rowRole}>
          {heads.map((head) => (
            <th key={head} {...headRole} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...groupRole}>
        {rows.map((row) => (
          <tr key={`${row.kind} ${row.subjectId} ${row.studiedAt} ${row.receivedAt}`} {...rowRole}>
            {cellsOf(row).map((cell, index) => (
              <td
                key={heads[index]}
                {...cellRole}
                data-label={heads[index]}
                data-long={row.summary && index === 2 ? true : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
