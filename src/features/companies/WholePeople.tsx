/** The table of people for a server that cannot search: loads all people and filters them in the client. */
import { useMemo } from 'react';

import { readShares } from '@/queries/course-shares';
import { roles } from '@/session/roles';
import { EmptyState } from '@/ui/EmptyState';
import { DataTable } from '@/ui/tables/DataTable';

import { BulkBar } from './bulk/BulkBar';
import { SelectAll, useSelectionColumns } from './bulk/selection-column';
import { useSelection } from './bulk/use-selection';
import { usePeopleColumns } from './people-columns';
import { filterKey, searchOf, tableStateOf } from './people-search';
import { lacksCompanies, stateOf } from './people-states';
import type { PeopleTableProps } from './people-table-props';
import { PeopleFilters } from './PeopleFilters';
import { noPeople, PeopleFailure, PeopleLoading } from './PeopleStates';
import { SavePeople } from './SavePeople';
import { usePeople } from './use-people';

export function WholePeople({ name, companyId, companies, hasCompanies, search, company, onSearch }: PeopleTableProps) {
  const { people: all, isPending, isError, arrivals, retry } = usePeople();
  const selection = useSelection(filterKey(search));
  const columns = useSelectionColumns(selection, usePeopleColumns({ companies, hasCompanies }));
  const { state, role } = search;
  const people = useMemo(
    () => all.filter((user) => companyId === undefined || user.companyId === companyId),
    [all, companyId],
  );
  const rows = useMemo(
    () => people.filter((user) => (!state || stateOf(user) === state) && (!role || user.role === role)),
    [people, state, role],
  );
  if (isPending) return <PeopleLoading arrivals={arrivals} />;
  if (isError) return <PeopleFailure onRetry={retry} />;
  return (
    <>
      {people.length === 0 ? (
        lacksCompanies(all) ? (
          <EmptyState title="このサーバーは、利用者の企業を送りません" />
        ) : (
          noPeople
        )
      ) : (
        <DataTable
          name={name}
          unit="名"
          columns={columns}
          rows={rows}
          getId={({ id }) => id}
          searchText={({ name: words, nameKana, username, email }) => [words, nameKana, username, email].join(' ')}
          kept={{ state: tableStateOf(search), onChange: (table) => onSearch(searchOf(table)) }}
          filters={
            <PeopleFilters
              search={search}
              onChange={onSearch}
              hasStates={!company}
              present={roles.filter((each) => people.some((user) => user.role === each))}
            />
          }
          renderActions={(found) => (
            <>
              <SelectAll count={found.length} selection={selection} read={() => found} />
              <SavePeople
                name={name}
                count={found.length}
                read={(listsCourseProgress, options) => readShares(found, listsCourseProgress, options)}
                companies={companies}
              />
            </>
          )}
          empty="条件に合う人はいません。"
        />
      )}
      <BulkBar selection={selection} />
    </>
  );
}
