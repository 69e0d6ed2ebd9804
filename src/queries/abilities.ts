/** What the server can beyond the specification, for screens. */
import { useQuery } from '@tanstack/react-query';

import { type Ability, hasAbility } from '@/session/abilities';

import { infoQueries } from './info';

/** Whether the server has an ability; the guard has loaded the info that tells it. */
export function useAbility(ability: Ability): boolean {
  return hasAbility(useQuery(infoQueries.general()).data, ability);
}
