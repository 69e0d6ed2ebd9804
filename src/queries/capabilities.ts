/** The server's optional capabilities, for screens. */
import { useQuery } from '@tanstack/react-query';

import { type Capabilities, capabilitiesOf } from '@/session/capabilities';

import { infoQueries } from './info';

/** Returns the server's capabilities; the route guard has loaded the info that lists them. */
export function useCapabilities(): Capabilities {
  return capabilitiesOf(useQuery(infoQueries.general()).data);
}
