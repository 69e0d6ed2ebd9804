/** The filters of a table of people: by learning state and by role. */
import type { PersonState } from '@/api/users';
import { type Role, roles } from '@/session/roles';
import { roleNames } from '@/study/role-names';
import { stateNames } from '@/study/state-names';
import { TableFilter } from '@/ui/tables/TableFilter';

import type { PeopleSearch } from './people-search';

export interface PeopleFiltersProps {
  search: PeopleSearch;
  onChange: (changes: PeopleSearch) => void;
  /** The roles that occur in the table; all roles if omitted. */
  present?: readonly Role[];
  /** False where buttons above the table already filter by learning state. */
  hasStates: boolean;
}

export function PeopleFilters({ search: { state, role }, onChange, present = roles, hasStates }: PeopleFiltersProps) {
  return (
    <>
      {hasStates && (
        <TableFilter<PersonState>
          label="受講状況"
          options={stateNames}
          value={state ?? ''}
          onChange={(next) => onChange({ state: next || undefined, page: undefined })}
        />
      )}
      {present.length > 1 && (
        <TableFilter<Role>
          label="役割"
          options={Object.fromEntries(present.map((each) => [each, roleNames[each]]))}
          value={role ?? ''}
          onChange={(next) => onChange({ role: next || undefined, page: undefined })}
        />
      )}
    </>
  );
}
