/** The server's optional capabilities, for screens. */
import { useQuery } from '@tanstack/react-query';

import { type Capabilities, capabilitiesOf } from '@/session/capabilities';

import { infoQueries } from './info';

/** Returns the server's capabilities, from the service info that the route guard has loaded. */
export function useCapabilities(): Capabilities {
  return capabilitiesOf(useQuery(infoQueries.general()).data);
}
