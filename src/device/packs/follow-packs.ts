/** Keeps what screens know of packs true, and goes on with what was interrupted; nothing is loaded while there are none. */
import type { QueryClient } from '@tanstack/react-query';

import { packsChanged } from '@/offline/packs/pack-broadcasts';
import type { OwnerKey } from '@/session/session';
import { broadcastsMissed } from '@/storage/broadcast';
import { listOwned } from '@/storage/owned-store';

import { packKeeper } from './pack-keeper';

/** Follows an owner's packs as long as the app runs; returns how to stop. */
export function followPacks(queryClient: QueryClient, owner: OwnerKey): () => void {
  let isStopped = false;
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: ['packs', owner] });
  const stops = [
    packsChanged.subscribe((news) => news.owner === owner && lookAgain()),
    broadcastsMissed.subscribe(lookAgain),
  ];
  async function resume(): Promise<void> {
    const records = await listOwned('packs', owner);
    if (isStopped || !records.some(([, record]) => record !== true)) return;
    const { keepSaving } = await import('./pack-runner');
    if (!isStopped) keepSaving(owner);
  }
  // A device that fails has no packs to go on with.
  resume().catch(() => undefined);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    packKeeper.stop?.();
  };
}
