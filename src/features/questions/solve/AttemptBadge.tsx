/**
 * A badge for the score's origin: 仮採点 (provisional) while only this device has graded it, and the submit's state in the
 * queue.
 */
import type { Attempt, SubmitEntry } from '@/study/attempts';
import { formatDateTime } from '@/ui/formats';

export interface AttemptBadgeProps {
  attempt: Attempt;
  /** The submit's state in the queue; undefined if the submit is only on the server. */
  state: SubmitEntry['state'] | undefined;
}

interface BadgeWords {
  label?: string;
  tone: 'tone-ok' | 'tone-wait' | 'tone-bad';
  help: string;
}

function badgeWords({ attempt, state }: AttemptBadgeProps): BadgeWords {
  const { grades, isProvisional } = attempt;
  if (state === 'refused') return { label: '要確認', tone: 'tone-bad', help: '送信できませんでした。' };
  if (state === 'queued') {
    return grades
      ? { label: '仮採点', tone: 'tone-wait', help: '送信待ちです。サーバーに届くと、正式な結果に置き換わります。' }
      : { label: '送信待ち', tone: 'tone-wait', help: '解答はこの端末に保存済みです。つながると送信されます。' };
  }
  if (isProvisional) return { label: '仮採点', tone: 'tone-wait', help: '送信済みです。採点はこの端末で行いました。' };
  return { label: state === 'sent' ? '送信済み' : undefined, tone: 'tone-ok', help: '' };
}

export function AttemptBadge(props: AttemptBadgeProps) {
  const { label, tone, help } = badgeWords(props);
  return (
    <div className="grid gap-4">
      <p className="row wrap gap-8 m-0 c-muted text-sm">
        {label && <span className={`pill ${tone}`}>{label}</span>}
        <time dateTime={props.attempt.answeredAt}>{formatDateTime(props.attempt.answeredAt)}</time>
      </p>
      {help && <p className="m-0 c-muted text-sm">{help}</p>}
    </div>
  );
}
