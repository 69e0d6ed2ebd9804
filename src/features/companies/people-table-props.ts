/** What a table of people is told. */
import type { Company } from '@/api/companies';

import type { PeopleSearch } from './people-search';

export interface PeopleTableProps {
  name: string;
  /** Whose people; undefined: everybody's. */
  companyId?: string;
  companies: readonly Company[];
  /** People of several companies are listed: a column says whose they are. */
  hasCompanies?: boolean;
  /** How the table stands at first, and whom to tell when that changes. */
  search: PeopleSearch;
  onSearch: (search: PeopleSearch) => void;
}
