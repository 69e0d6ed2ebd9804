/** Tests BACKUP_EVERY above the longest delay of a timer, 24.8 days. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig } from '@server/config';
import { scheduleBackups } from '@server/ops/backup/backup-schedule';
import { expect, onTestFinished, test, vi } from 'vitest';

test('fault: the next backup is due in 30 days → the timer is set to less than that, and does not fire at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const now = new Date().toISOString().replaceAll(/[:.]/g, '-');
  writeFileSync(join(folder, `manabiba-${now}.tar.gz`), '');
  const config = readConfig({ BACKUP_DIR: folder, BACKUP_EVERY: '30d' });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const embedded = { folder: '', copyOnline: () => Promise.resolve(), answerCalls: () => undefined };
  const schedule = scheduleBackups(config, embedded);
  onTestFinished(schedule.stop);
  onTestFinished(() => timers.mockRestore());
  const longest = () => Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0));
  await vi.waitFor(() => expect(longest()).toBeGreaterThan(0));

  expect(longest()).toBe(2 ** 31 - 1);
});
