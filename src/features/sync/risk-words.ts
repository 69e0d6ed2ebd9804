/** What may become of what waits, where the browser does not promise to keep it. */
import type { WaitingRisk } from '@/device/protection';
import { formatBytes } from '@/lib/format-bytes';

/** What to expect, and what to do before. */
export function riskWords({ hasWeek, room }: WaitingRisk): string {
  const away = hasWeek
    ? 'Safariのタブのままでは、閉じて7日間開かないと消えることがあります。'
    : '閉じたまま長く開かないと、ブラウザの都合で消えることがあります。';
  const little = room === undefined ? '' : `端末の空きが少なく（残り${formatBytes(room)}）、消えやすくなっています。`;
  return `${away}${little}つながる所で早めに開くか、ファイルに保存してください。`;
}
