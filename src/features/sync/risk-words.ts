/** The Japanese words for the risk that the browser evicts the queue. */
import type { WaitingRisk } from '@/device/protection';
import { formatBytes } from '@/lib/format-bytes';

/** Describes the risk and how to prevent the loss. */
export function riskWords({ hasWeek, room }: WaitingRisk): string {
  const away = hasWeek
    ? 'Safariのタブのままでは、閉じて7日間開かないと消えることがあります。'
    : '閉じたまま長く開かないと、ブラウザの都合で消えることがあります。';
  const little = room === undefined ? '' : `端末の空きが少なく（残り${formatBytes(room)}）、消えやすくなっています。`;
  return `${away}${little}つながる所で早めに開くか、ファイルに保存してください。`;
}
