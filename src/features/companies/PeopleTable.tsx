/** The table of people with their progress; the server searches it if it can, else the client does. */
import { Button, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import type { Company } from '@/api/companies';
import type { PeopleQuery } from '@/api/people-lists';
import { type Page, toWords } from '@/api/shapes';
import type { PersonState, User } from '@/api/users';
import { useCsvExport } from '@/device/csv-export';
import { SERVER_SEARCH_DEBOUNCE_MS } from '@/lib/wait';
import type { ReadOptions } from '@/queries/all-pages';
import { useCapability } from '@/queries/capabilities';
import { MAX_ONE_BY_ONE, type PeopleWithShares, readFoundShares, readShares } from '@/queries/curriculum/course-shares';
import { courseQueries } from '@/queries/curriculum/courses';
import { glanceAt, toGlance } from '@/queries/people/company-glance';
import { readFound, userQueries } from '@/queries/people/users';
import { type Role, roles } from '@/session/roles';
import { now } from '@/storage/now';
import { stateNames } from '@/study/outline/state-names';
import { roleNames } from '@/study/people/role-names';
import { EmptyState } from '@/ui/EmptyState';
import { formatPercent } from '@/ui/formats';
import { CountChips } from '@/ui/tables/CountChips';
import { DataPage, DataTable } from '@/ui/tables/DataTable';
import { ExportButton } from '@/ui/tables/ExportButton';

import '@mantine/core/styles/Skeleton.layer.css';
import { TableFilter } from '@/ui/tables/TableFilter';
import { TABLE_PAGE_SIZE } from '@/ui/tables/use-table-state';

import { BulkBar } from './bulk/BulkBar';
import { SelectAll, useSelectionColumns } from './bulk/selection-column';
import { useSelection } from './bulk/use-selection';
import { usePeopleColumns } from './people-columns';
import { peopleToRows } from './people-csv';
import { filterKey, type PeopleSearch, searchOf, tableStateOf } from './people-search';
import { lacksCompanies, stateOf } from './people-states';
import type { PeopleTableProps } from './people-table-props';
import { type People, usePeople } from './use-people';

import classes from './StateLine.module.css';

interface SavePeopleProps {
  /** The start of the file's name. */
  name: string;
  /** The number of people in the exported file. */
  count: number;
  companies: readonly Company[];
  /**
   * Reads the people page by page.
   *
   * @param listsCourseProgress true if the server has the capability `course-progress`.
   */
  read: (listsCourseProgress: boolean, options: ReadOptions) => AsyncIterable<PeopleWithShares>;
}

/** Exports the people of a table with their progress as a CSV file. */
function SavePeople({ name, count, companies, read }: SavePeopleProps) {
  const queryClient = useQueryClient();
  const listsCourseProgress = useCapability('course-progress');
  const hasNameKana = useCapability('name-kana');
  async function* readRows(options: ReadOptions) {
    const courses = await queryClient.fetchQuery(courseQueries.list());
    let isFirst = true;
    for await (const { people, shares } of read(listsCourseProgress, options)) {
      const rows = peopleToRows({ people, companies, courses, shares, hasNameKana });
      yield isFirst ? rows : rows.slice(1);
      isFirst = false;
    }
  }
  const { progress, failure, save, stop } = useCsvExport(`${name}の進捗`, count, readRows);
  return (
    <ExportButton
      label={`進捗をCSVで保存（${count}名）`}
      isDisabled={count === 0}
      progress={progress}
      progressLabel="コースごとの進捗の読み込み"
      failure={failure}
      onSave={() => void save()}
      onStop={stop}
      note={
        !listsCourseProgress &&
        count > MAX_ONE_BY_ONE && (
          <Text size="sm" c="dimmed">
            {MAX_ONE_BY_ONE}名まで絞り込むと、コースごとの列も付きます。
          </Text>
        )
      }
    />
  );
}

interface PeopleFiltersProps {
  search: PeopleSearch;
  onChange: (changes: PeopleSearch) => void;
  /** The roles that occur in the table; all roles if omitted. */
  present?: readonly Role[];
  /** False where buttons above the table already filter by learning state. */
  hasStates: boolean;
}

/** The filters of a table of people: by learning state and by role. */
function PeopleFilters({ search: { state, role }, onChange, present = roles, hasStates }: PeopleFiltersProps) {
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

/** Shown in place of a table of people: while it loads, when loading failed, and when it is empty. */
function PeopleLoading({ arrivals }: Partial<Pick<People, 'arrivals'>>) {
  return (
    <div className="grid gap-12">
      <Text size="sm" c="dimmed" role="status">
        利用者を読み込んでいます
        {arrivals && `（${arrivals.count} / ${arrivals.total}名）`}
      </Text>
      <Skeleton height={420} radius="lg" aria-hidden />
    </div>
  );
}

function PeopleFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState title="利用者を読み込めませんでした">
      <Text size="sm" c="dimmed">
        利用者の一覧は、つながっているときだけ見られます。
      </Text>
      <Button variant="default" onClick={onRetry}>
        もう一度
      </Button>
    </EmptyState>
  );
}

const noPeople = <EmptyState title="利用者はまだいません" />;

/** The table of people for a server that cannot search: loads all people and filters them in the client. */
function WholePeople({ name, companyId, companies, hasCompanies, search, company, onSearch }: PeopleTableProps) {
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

type Counts = Partial<Record<PersonState, number>>;

interface LineFigures {
  meanPercent: number | undefined;
  counts: Counts;
}

/** Counts people by state; counts nothing if the state of no learner is known. */
function countStates(people: readonly User[]): Counts {
  const counts = { behind: 0, unstarted: 0, steady: 0, finished: 0, suspended: 0 };
  const learners = people.filter(({ role }) => role === 'STUDENT');
  const known = people.flatMap((user) => stateOf(user) ?? []);
  for (const state of known) counts[state] += 1;
  return learners.length > 0 && known.length === 0 ? {} : counts;
}

/**
 * Returns the counts by learning state from the server, else from the loaded people; undefined until they are loaded.
 */
function useFigures({ id, figures }: Company): LineFigures | undefined {
  const { people, isPending, isError } = usePeople(!figures);
  if (figures) {
    const { behindCount, unstartedCount, steadyCount, finishedCount, suspendedCount } = figures;
    const counts = {
      behind: behindCount,
      unstarted: unstartedCount,
      steady: steadyCount,
      finished: finishedCount,
      suspended: suspendedCount,
    };
    return { meanPercent: toGlance(figures).meanPercent, counts };
  }
  if (isPending || isError || lacksCompanies(people)) return undefined;
  const own = people.filter(({ companyId }) => companyId === id);
  return { meanPercent: glanceAt(people, id, now()).meanPercent, counts: countStates(own) };
}

const states = Object.keys(stateNames) as PersonState[];

interface StateLineProps {
  company: Company;
  /** The learning state that the table is filtered by; undefined for all. */
  state: PersonState | undefined;
  onState: (state: PersonState | undefined) => void;
}

/**
 * One line above a company's people with the number in each learning state; pressing a state filters the table by it.
 */
function StateLine({ company, state, onState }: StateLineProps) {
  const figures = useFigures(company);
  // The count of suspended people is left out when it is 0, because most companies have none.
  const shown = states.filter((each) => each !== 'suspended' || each === state || figures?.counts.suspended !== 0);
  return (
    <div className="grid gap-4">
      <div className={`${classes.line} row wrap justify-between`}>
        <CountChips
          label="受講状況で絞り込む"
          chips={[
            {
              value: undefined,
              label: '全員',
              count: company.userCount === undefined ? undefined : `${company.userCount}名`,
            },
            ...shown.map((each) => ({
              value: each,
              label: stateNames[each],
              count: figures?.counts[each]?.toString(),
              isBad: each === 'behind',
            })),
          ]}
          value={state}
          onChange={onState}
        />
        <Text size="sm" c="dimmed">
          <span>平均進捗率</span> <strong>{formatPercent(figures?.meanPercent, 100)}</strong>
        </Text>
      </div>
      {state === 'behind' && (
        <Text size="sm" c="dimmed">
          必修の期限を過ぎた人と、未読を残して14日以上学習していない人です。
        </Text>
      )}
    </div>
  );
}

export function PeopleTable(props: PeopleTableProps) {
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
      <FoundPeople {...table} />
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
    <div className="grid gap-4 justify-items-end">
      <Text size="sm" role="alert" c="var(--m-bad)">
        読み込めませんでした。前に読み込んだ一覧を表示しています。
      </Text>
      <Button size="sm" variant="default" onClick={onRetry}>
        もう一度
      </Button>
    </div>
  );
}

/** A paged table of people that the server filters and sorts; a table of all people if the server cannot. */
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
              <SelectAll count={page.total} selection={selection} read={async () => (await readFound(query)) ?? []} />
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
