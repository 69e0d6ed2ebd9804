/** The props of a table of people. */
import type { Company } from '@/api/companies';

import type { PeopleSearch } from './people-search';

export interface PeopleTableProps {
  name: string;
  /** Lists the people of this company only; all companies if omitted. */
  companyId?: string;
  companies: readonly Company[];
  /** Adds a column with the company, for lists of several companies. */
  hasCompanies?: boolean;
  /** The table's search at first; `onSearch` gets every change. */
  search: PeopleSearch;
  /** Shows the company's states as a line of buttons above the table, instead of a select beside the search. */
  company?: Company;
  onSearch: (search: PeopleSearch) => void;
}
