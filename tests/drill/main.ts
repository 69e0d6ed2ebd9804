/** `npm run drill`: runs the recovery drill on the demo data with 100 writes per second, and prints its times. */
import { formatBytes } from '@/lib/format-bytes';

import { drill } from './drill';

const report = await drill({ rate: 100, before: 300 });
const ms = (value: number) => `${Math.round(value)} ms`;
console.log(
  [
    `acknowledged before the backup began  ${report.before}, lost: ${report.lost}`,
    `acknowledged until the kill           ${report.acknowledged}, of the later ones restored: ${report.later}`,
    `longest wait of a write               ${ms(report.waitMs)} during the backup, ${ms(report.waitBeforeMs)} before it`,
    `longest pause of all writes           ${ms(report.pauseMs)}`,
    `backup                                ${formatBytes(report.bytes)} in ${report.backupSeconds.toFixed(1)} s`,
    `time to recover                       ${(report.restoreSeconds + report.startSeconds).toFixed(1)} s (restore ${report.restoreSeconds.toFixed(1)} s, start ${report.startSeconds.toFixed(1)} s)`,
    `the restored server’s own backup       ${report.again}`,
  ].join('\n'),
);
process.exit(report.lost === 0 && report.again === 'ok' ? 0 : 1);
