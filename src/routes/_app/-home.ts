/** Loads what home shows from this device; part of home's chunk, not of the app's first load. */
import type { QueryClient } from '@tanstack/react-query';

import { loadEarlierPacks } from '@/device/packs/earlier-packs';
import { loadSpacedReviews } from '@/device/spaced-reviews';
import type { OwnerKey } from '@/session/session';

/** Read the device's data before home is rendered, so that the layout does not shift afterwards. */
export async function loadFromDevice(queryClient: QueryClient, owner: OwnerKey): Promise<void> {
  await Promise.all([loadSpacedReviews(queryClient, owner), loadEarlierPacks(queryClient, owner)]);
}
