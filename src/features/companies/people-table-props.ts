/** The props of a table of people. */
import type { Company } from '@/api/companies';

import type { PeopleSearch } from './people-search';

export interface PeopleTableProps {
  name: string;
  /** Lists the people of this company only; all companies if omitted. */
  companyId?: string;
  companies: readonly Company[];
  /** Adds a company column, for lists with people of several companies. */
  hasCompanies?: boolean;
  /** The table's initial search; `onSearch` is called with every change. */
  search: PeopleSearch;
  /**
   * Shows the number of people in each learning state as a line of buttons above the table, instead of a select beside
   * the search.
   */
  company?: Company;
  onSearch: (search: PeopleSearch) => void;
}
