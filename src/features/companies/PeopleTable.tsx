/** The table of people with their progress; the server searches it if it can, else the client does. */
import { useState } from 'react';

import { useCapabilities } from '@/queries/capabilities';

import { FoundPeople } from './FoundPeople';
import type { PeopleSearch } from './people-search';
import type { PeopleTableProps } from './people-table-props';
import { StateLine } from './StateLine';
import { WholePeople } from './WholePeople';

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
