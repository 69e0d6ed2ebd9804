/**
 * Notes queued calls that the signed-in user cannot send, because they belong to other users or another API host, and says how they get
 * sent.
 */
import { Alert } from '@mantine/core';

import type { OtherOwnersCount } from '@/device/sync-panel';
import { apiHost } from '@/session/api-host';

import '@mantine/core/styles/Alert.layer.css';

/** Describes the queued calls for one API host. */
function elsewhereWords({ apiHost: host, count }: OtherOwnersCount): string {
  if (host === apiHost()) {
    return `ほかの利用者の記録が${count}件、送信を待っています。記録した人がこの端末でログインすると送信します。`;
  }
  return `接続先 ${host} に送る記録が${count}件、この端末に残っています。いまの接続先には送りません。アプリの接続先を戻し、記録した人がログインすると送信します。`;
}

export function ElsewhereNote({ counts }: { counts: readonly OtherOwnersCount[] }) {
  return counts.map((each) => (
    <Alert key={each.apiHost} color="yellow">
      {elsewhereWords(each)}
    </Alert>
  ));
}
