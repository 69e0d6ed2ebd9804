/** The words of the audit log: operations, times, and rows of its CSV file. */
import type { AuditEntry, AuditKind } from '@/api/audit';

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

/** Returns e.g. 「レッスンの変更」; a later server may have more kinds. */
export function operationWords({ kind, action }: AuditEntry): string {
  return `${kinds[kind] ?? 'その他'}の${actions[action]}`;
}

export function actorWords({ actorName }: AuditEntry): string {
  return actorName ?? 'サーバーの起動';
}

const timeFormat = new Intl.DateTimeFormat('ja-JP', { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('ja-JP', { month: 'long', day: 'numeric' });
const yearFormat = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long' });

function dayWords(date: Date, nowMs: number): string {
  const [day, today] = [date, new Date(nowMs)].map((each) => new Date(each).setHours(0, 0, 0, 0));
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === today) return '今日';
  if (day === yesterday.setHours(0, 0, 0, 0)) return '昨日';
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? dayFormat : yearFormat).format(date);
}

/** Returns 「今日 17:03」, 「昨日 9:00」, 「11月3日 17:03」, or the date with its year. @param nowMs milliseconds since 1970. */
export function timeWords(at: string, nowMs: number): string {
  const date = new Date(at);
  return `${dayWords(date, nowMs)} ${timeFormat.format(date)}`;
}

const fileTimeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

export const csvHead = ['日時', '操作した人', '操作', '対象', '内容'] as const;

/** Returns the cells of {@link csvHead}. */
export function toCsvRow(entry: AuditEntry): string[] {
  const { at, subjectName, details = '' } = entry;
  return [fileTimeFormat.format(new Date(at)), actorWords(entry), operationWords(entry), subjectName, details];
}
