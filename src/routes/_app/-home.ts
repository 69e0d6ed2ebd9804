/** What home shows of this device; with its screen, not in the first load. */
import type { QueryClient } from '@tanstack/react-query';

import { loadEarlierPacks } from '@/device/packs/earlier-packs';
import { loadSpacedReviews } from '@/device/spaced-reviews';
import type { OwnerKey } from '@/session/session';

/** What lies on the device: nothing may jump when it has answered. */
export async function loadFromDevice(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  await Promise.all([loadSpacedReviews(queryClient, owner), loadEarlierPacks(queryClient, owner)]);
}
