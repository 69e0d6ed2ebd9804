/** The Japanese words of the audit log: names of operations, and the rows of its CSV file. */
import type { AuditEntry, AuditKind } from '@/api/audit';
import { timeInJapan } from '@/lib/japan-time';
import type { Cell } from '@/study/csv';

const actions = { create: '追加', change: '変更', delete: '削除' } satisfies Record<AuditEntry['action'], string>;
const kinds: Readonly<Record<string, string>> = {
  user: '利用者',
  company: '企業',
  course: 'コース',
  section: 'セクション',
  chapter: 'チャプター',
  lesson: 'レッスン',
  'question-set': '問題集',
  assignment: '必修',
} satisfies Record<AuditKind, string>;

/** Returns the operation in words, e.g. 「レッスンの変更」; kinds of a newer server are possible. */
export function operationWords({ kind, action }: AuditEntry): string {
  return `${kinds[kind] ?? 'その他'}の${actions[action]}`;
}

export function actorWords({ actorName }: AuditEntry): string {
  return actorName ?? 'サーバーの起動';
}

export const csvHead = ['日時', '操作した人', '操作', '対象', '内容'] as const;

/**
 * Returns the cells of an audit entry's CSV row, in the order of the columns in {@link csvHead}; the time is the time
 * in Japan.
 */
export function toCsvRow(entry: AuditEntry): Cell[] {
  const { at, subjectName, details = '' } = entry;
  return [{ value: timeInJapan(at).slice(0, -3) }, actorWords(entry), operationWords(entry), subjectName, details];
}
