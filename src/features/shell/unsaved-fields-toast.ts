/** Names the fields that the server does not store, in a toast after a save; loaded when the first one is found. */
import { SECOND_MS } from '@/lib/constants';
import { personLabels } from '@/ui/forms/person-labels';
import { showToast } from '@/ui/toast';

/** The names of fields on the screens; a field without one is part of no form. */
const labels: Readonly<Record<string, string>> = {
  ...personLabels,
  status: '状態',
  description: '説明',
  thumbnailContentId: '表紙の画像',
  minutes: '目安（分）',
  note: 'メモ',
  role: '役割',
  companyId: '企業',
  active: '利用停止',
  dueAt: '期限',
};

/** Time to read the words, which name something that is lost. */
const SHOWN_MS = 10 * SECOND_MS;

export function showUnsavedFields(names: readonly string[]): void {
  const shown = names.flatMap((name) => (labels[name] ? [`『${labels[name]}』`] : []));
  if (shown.length > 0)
    void showToast('warning', `このサーバーは${shown.join('')}を保存しません。`, { shownMs: SHOWN_MS });
}
