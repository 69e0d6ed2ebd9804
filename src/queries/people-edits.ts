/** Writes of users and companies: online only, and what the page remembers of them is asked for again (docs/offline.md, law 2). */
import { useQueryClient } from '@tanstack/react-query';

import { type Company, createCompany, type NewCompany, updateCompany, type UpdateCompany } from '@/api/companies';
import { ApiError } from '@/api/errors';
import { createUser, deleteUser, type NewUser, updateUser, type UpdateUser, type User } from '@/api/users';

import { refreshPeople } from './after-edit';

/** The writes, each resolving after the server's answer. They reject as the calls in src/api do. */
export interface PeopleEdits {
  addUser: (newUser: NewUser) => Promise<User>;
  saveUser: (userId: string, changes: UpdateUser) => Promise<User>;
  removeUser: (userId: string) => Promise<void>;
  addCompany: (newCompany: NewCompany) => Promise<Company>;
  saveCompany: (companyId: string, changes: UpdateCompany) => Promise<Company>;
}

/** Who is gone already was deleted by an earlier try whose answer was lost, or by somebody else. */
function passIfGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

export function usePeopleEdits(): PeopleEdits {
  const queryClient = useQueryClient();
  async function then<T>(write: Promise<T>): Promise<T> {
    const answer = await write;
    refreshPeople(queryClient);
    return answer;
  }
  return {
    addUser: (newUser) => then(createUser(newUser)),
    saveUser: (userId, changes) => then(updateUser(userId, changes)),
    removeUser: (userId) => then(deleteUser(userId).catch(passIfGone)),
    addCompany: (newCompany) => then(createCompany(newCompany)),
    saveCompany: (companyId, changes) => then(updateCompany(companyId, changes)),
  };
}
