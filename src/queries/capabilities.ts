/** What the server can beyond the specification, for screens. */
import { useQuery } from '@tanstack/react-query';

import { type Capability, hasCapability } from '@/session/capabilities';

import { infoQueries } from './info';

/** Whether the server has an ability; the guard has loaded the info that tells it. */
export function useCapability(ability: Capability): boolean {
  return hasCapability(useQuery(infoQueries.general()).data, ability);
}
