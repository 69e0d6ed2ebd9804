/**
 * Edits of users and companies: online only; afterwards their cached queries are refreshed (docs/offline.md, law 2).
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

import {
  type Company,
  companySchema,
  createCompany,
  fetchCompanies,
  type NewCompany,
  updateCompany,
  type UpdateCompany,
} from '@/api/companies';
import { createUser, deleteUser, type NewUser, updateUser, type UpdateUser } from '@/api/user-edits';
import { type User, userSchema } from '@/api/users';
import { refreshPeople } from '@/queries/after-edit';
import { fetchAllPages } from '@/queries/all-pages';
import { pickMade, type Tried, useCreation } from '@/queries/creation';
import { currentAs, type EditFrom, saveFrom } from '@/queries/newer-version';
import { passIfGone } from '@/queries/pass-if-gone';

import { companyQueries } from './companies';
import { fetchNamed } from './named-people';
import { userQueries } from './users';

/**
 * The edits; each resolves after the server's response. They reject as the calls in src/api do, and with
 * {NewerVersionError} when another user saved first and the server has the capability `versions`.
 */
export interface PeopleEdits {
  addUser: (newUser: NewUser) => Promise<User>;
  saveUser: (userId: string, changes: UpdateUser, from: EditFrom) => Promise<User>;
  removeUser: (userId: string) => Promise<void>;
  /** Removes a deleted user from the cache; to be called once no screen shows that user. */
  forgetUser: (userId: string) => void;
  addCompany: (newCompany: NewCompany) => Promise<Company>;
  saveCompany: (companyId: string, changes: UpdateCompany, from: EditFrom) => Promise<Company>;
}

const companyCreation = {
  create: createCompany,
  find: async ({ name }: NewCompany, tried: Tried) => {
    const companies = await fetchAllPages(fetchCompanies);
    return pickMade(
      companies.filter((company) => company.name === name),
      tried,
      ({ createdAt }) => createdAt,
    );
  },
};

export function usePeopleEdits(): PeopleEdits {
  const queryClient = useQueryClient();
  const addCompany = useCreation({
    ...companyCreation,
    knownIds: () => queryClient.getQueryData(companyQueries.list().queryKey)?.map(({ id }) => id),
  });
  const addUser = useCreation<NewUser, User>({
    create: createUser,
    find: async ({ username }, tried) => {
      const users = await fetchNamed([username]);
      const isNamed = (user: User) => user.username?.toLowerCase() === username.toLowerCase();
      return pickMade(users.filter(isNamed), tried, ({ createdAt }) => createdAt);
    },
  });
  async function then<T>(write: Promise<T>, gone?: { queryKey: QueryKey }): Promise<T> {
    const answer = await write;
    refreshPeople(queryClient, gone);
    return answer;
  }
  /**
   * Updates the cached query: the next screen's breadcrumbs are read from memory, and must show the new name or
   * company.
   */
  function showSaved<T extends object>(saved: T, { queryKey }: { queryKey: QueryKey }): T {
    queryClient.setQueryData<object>(queryKey, (shown) => shown && { ...shown, ...saved });
    return saved;
  }
  return {
    addUser: (newUser) => then(addUser(newUser, ({ id }) => updateUser(id, newUser))),
    saveUser: (userId, changes, from) => {
      const send = (updatedAt: string | undefined, sent: UpdateUser) => updateUser(userId, { ...sent, updatedAt });
      const save = saveFrom({ ...from, changes, send, readCurrent: currentAs(userSchema) });
      return then(save.then((saved) => showSaved(saved, userQueries.detail(userId))));
    },
    removeUser: (userId) => then(deleteUser(userId).catch(passIfGone), userQueries.detail(userId)),
    forgetUser: (userId) => queryClient.removeQueries({ queryKey: userQueries.detail(userId).queryKey, exact: true }),
    addCompany: (newCompany) => then(addCompany(newCompany, ({ id }) => updateCompany(id, newCompany))),
    saveCompany: (companyId, changes, from) => {
      const send = (updatedAt: string | undefined, sent: UpdateCompany) =>
        updateCompany(companyId, { ...sent, updatedAt });
      const save = saveFrom({ ...from, changes, send, readCurrent: currentAs(companySchema) });
      return then(save.then((saved) => showSaved(saved, companyQueries.detail(companyId))));
    },
  };
}
