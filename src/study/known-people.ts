/** Recognises people whose user name or address is written differently in a file: by removed leading zeros, and by the e-mail address. */
import type { User } from '@/api/users';
import { foldText } from '@/lib/search-text';

import type { Cells } from './user-cells';

/** The users that a file may mean, indexed by user name, number and address. */
export interface KnownPeople {
  byUsername: ReadonlyMap<string, User>;
  byNumber: ReadonlyMap<string, readonly User[]>;
  byEmail: ReadonlyMap<string, readonly User[]>;
}

/** Folds a text for comparison: NFKC, trimmed, lower case. */
export function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** Returns a user name of digits without its leading zeros, which spreadsheets remove; undefined for others. */
export function numberOf(username: string): string | undefined {
  const [, digits] = /^0*(\d+)$/.exec(fold(username)) ?? [];
  return digits;
}

/** Matches the forms that spreadsheets give to values such as 1E05, 3-11 and numbers of more than 11 digits. */
const mangled = /^(?:\d(?:\.\d+)?E\+\d+|\d{1,2}月\d{1,2}日|\d{1,2}-[A-Z][a-z]{2}|\d{4}\/\d{1,2}\/\d{1,2})$/;

/** Returns true if a spreadsheet has turned a user name into a number or a date. */
export function isMangled(username: string): boolean {
  return mangled.test(username.normalize('NFKC').trim());
}

function groupBy(users: readonly User[], keyOf: (user: User) => string | undefined): Map<string, User[]> {
  const groups = new Map<string, User[]>();
  for (const user of users) {
    const key = keyOf(user);
    if (key) groups.set(key, [...(groups.get(key) ?? []), user]);
  }
  return groups;
}

export function indexPeople(users: readonly User[]): KnownPeople {
  return {
    byUsername: new Map(
      users.flatMap((user) => (user.username === undefined ? [] : [[fold(user.username), user] as const])),
    ),
    byNumber: groupBy(users, ({ username }) => username && numberOf(username)),
    byEmail: groupBy(users, ({ email }) => email && fold(email)),
  };
}

/** Returns the users whose user name is the same number except for leading zeros: 00123 for 123. */
export function findNumbered(username: string, { byNumber }: KnownPeople): readonly User[] {
  return byNumber.get(numberOf(username) ?? '') ?? [];
}

/**
 * Returns the user whom a row with an unknown user name means, if a spreadsheet has changed the user name: 123 for 00123. The person's
 * name must be the same, and also the e-mail address if both the row and the user have one.
 */
export function findMeant({ username = '', name = '', email = '' }: Cells, people: KnownPeople): User | undefined {
  const isNamed = (user: User) => foldText(user.name ?? '') === foldText(name);
  if (isMangled(username)) return people.byEmail.get(fold(email))?.find(isNamed);
  const isAt = (user: User) => !user.email || fold(email) === '' || fold(user.email) === fold(email);
  return findNumbered(username, people).find((user) => isNamed(user) && isAt(user));
}
