/**
 * Keeps screens up to date about saved courses (packs), and resumes interrupted saves; loads no further code without
 * packs.
 */
import type { QueryClient } from '@tanstack/react-query';

import { packsChanged } from '@/offline/packs/pack-broadcasts';
import type { OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';
import { listOwned } from '@/storage/owned-store';

import { packKeeper } from './pack-keeper';

/** Follows changes of an owner's saved courses (packs). @returns a function that stops this. */
export function followPacks(queryClient: QueryClient, owner: OwnerKey): () => void {
  let isStopped = false;
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: ['packs', owner] });
  const stops = [
    packsChanged.subscribe((message) => message.owner === owner && lookAgain()),
    broadcastsMissed.subscribe(lookAgain),
  ];
  async function resume(): Promise<void> {
    const records = await listOwned('packs', owner);
    if (isStopped || !records.some(([, record]) => record !== true)) return;
    const { keepSaving } = await import('./pack-runner');
    if (!isStopped) keepSaving(owner);
  }
  // Ignored: when the device's storage fails, there are no saves to resume.
  resume().catch(() => undefined);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    packKeeper.stop?.();
  };
}
