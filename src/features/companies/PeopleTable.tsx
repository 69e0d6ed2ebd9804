/** The table of people with their progress; the server searches it if it can, else the client does. */
import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { PeopleQuery } from '@/api/people-lists';
import { type Page, toWords } from '@/api/shapes';
import type { User } from '@/api/users';
import { SERVER_SEARCH_DEBOUNCE_MS } from '@/lib/debounce';
import { useCapabilities } from '@/queries/capabilities';
import { readFoundShares } from '@/queries/course-shares';
import { readFound, userQueries } from '@/queries/users';
import { DataPage } from '@/ui/tables/DataTable';
import { TABLE_PAGE_SIZE } from '@/ui/tables/use-table-state';

import { BulkBar } from './bulk/BulkBar';
import { SelectAll, useSelectionColumns } from './bulk/selection-column';
import { useSelection } from './bulk/use-selection';
import { usePeopleColumns } from './people-columns';
import { type PeopleSearch, filterKey, searchOf, tableStateOf } from './people-search';
import type { PeopleTableProps } from './people-table-props';
import { PeopleFilters } from './PeopleFilters';
import { noPeople, PeopleFailure, PeopleLoading } from './PeopleStates';
import { SavePeople } from './SavePeople';
import { StateLine } from './StateLine';
import { WholePeople } from './WholePeople';

import classes from './PeopleTable.module.css';

export function PeopleTable(props: PeopleTableProps) {
  const { searchesLists } = useCapabilities();
  // The typed text is local state, so that typing stays fast; `onSearch` puts it into the URL later.
  const [search, setSearch] = useState(props.search);
  const change = (changes: PeopleSearch) => {
    const changed = { ...search, ...changes };
    setSearch(changed);
    props.onSearch(changed);
  };
  const table = { ...props, search, onSearch: change };
  return (
    <>
      {props.company && (
        <StateLine
          company={props.company}
          state={search.state}
          onState={(state) => change({ state, page: undefined })}
        />
      )}
      {searchesLists ? <FoundPeople {...table} /> : <WholePeople {...table} />}
    </>
  );
}

function queryOf({ q, state, role, sort = 'name' }: PeopleSearch, companyId: string | undefined): PeopleQuery {
  return { companyId, q: toWords(q), role, state, sort };
}

/** Returns a page of people. While the next page loads, or when loading fails, returns the last loaded page. */
function usePage(query: PeopleQuery, page: number) {
  const asked = useQuery({
    ...userQueries.page({ ...query, courses: 'false', page, size: TABLE_PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const [seen, setSeen] = useState<Page<User> | null>();
  if (asked.data !== undefined && asked.data !== seen) setSeen(asked.data);
  return { ...asked, data: asked.data ?? seen };
}

function LastSeen({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.saving}>
      <Text size="sm" role="alert" c="var(--m-bad)">
        読み込めませんでした。前に読み込んだ一覧を表示しています。
      </Text>
      <Button size="sm" variant="default" onClick={onRetry}>
        もう一度
      </Button>
    </div>
  );
}

/** A paged table of people that the server filters and sorts. */
function FoundPeople(props: PeopleTableProps) {
  const { name, companyId, companies, hasCompanies, search, onSearch } = props;
  const [q] = useDebouncedValue(search.q, SERVER_SEARCH_DEBOUNCE_MS);
  const query = queryOf({ ...search, q }, companyId);
  const selection = useSelection(filterKey({ ...search, q }));
  const columns = useSelectionColumns(selection, usePeopleColumns({ companies, hasCompanies }));
  const { data: page, isPending, isSuccess, isPlaceholderData, isError, refetch } = usePage(query, search.page ?? 1);
  if (page === null) return <WholePeople {...props} />;
  if (!page) return isPending ? <PeopleLoading /> : <PeopleFailure onRetry={() => void refetch()} />;
  const isFiltered = query.q !== undefined || query.role !== undefined || query.state !== undefined;
  // An empty result means "no people" only without a filter: people outside the filter may exist.
  const isEmpty = page.total === 0 && !isFiltered && isSuccess && !isPlaceholderData;
  const state = tableStateOf(search);
  return (
    <>
      {isError && <LastSeen onRetry={() => void refetch()} />}
      {isEmpty ? (
        noPeople
      ) : (
        <DataPage
          name={name}
          unit="名"
          columns={columns}
          rows={page.items}
          getId={({ id }) => id}
          state={{ ...state, page: Math.min(state.page, page.pages) }}
          onChange={(changes) => onSearch(searchOf({ ...state, ...changes }))}
          pages={page.pages}
          found={page.total}
          all={companyId === undefined ? undefined : companies.find(({ id }) => id === companyId)?.userCount}
          filters={<PeopleFilters search={search} onChange={onSearch} hasStates={!props.company} />}
          actions={
            <>
              <SelectAll count={page.total} selection={selection} read={() => readFound(query)} />
              <SavePeople
                name={name}
                count={page.total}
                read={(listsCourseProgress, options) => readFoundShares(query, listsCourseProgress, options)}
                companies={companies}
              />
            </>
          }
          empty="条件に合う人はいません。"
        />
      )}
      <BulkBar selection={selection} />
    </>
  );
}
