/** People with their progress, searched by the server where it can. */
import { useState } from 'react';

import { useCapabilities } from '@/queries/capabilities';

import { FoundPeople } from './FoundPeople';
import type { PeopleSearch } from './people-search';
import type { PeopleTableProps } from './people-table-props';
import { WholePeople } from './WholePeople';

export function PeopleTable(props: PeopleTableProps) {
  const { searchesLists } = useCapabilities();
  // Kept here, where typing is quick, and told on.
  const [search, setSearch] = useState(props.search);
  const change = (changes: PeopleSearch) => {
    const changed = { ...search, ...changes };
    setSearch(changed);
    props.onSearch(changed);
  };
  const table = { ...props, search, onSearch: change };
  return searchesLists ? <FoundPeople {...table} /> : <WholePeople {...table} />;
}
