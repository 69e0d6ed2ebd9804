/** The server's optional capabilities, for screens. */
import { useQuery } from '@tanstack/react-query';

import { type Capability, hasCapability } from '@/session/capabilities';

import { infoQueries } from './info';

/** Returns true if the server has a capability, by the service info that the route guard has loaded. */
export function useCapability(name: Capability): boolean {
  return hasCapability(useQuery(infoQueries.general()).data, name);
}
