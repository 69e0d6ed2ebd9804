/**
 * Recognises people whose user name or address is written differently in a file: by removed leading zeros, and by the
 * e-mail address.
 */
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

/** User names of so few digits were probably written with zeros before. */
const SHORT_NUMBER = 2;

/** Forms that spreadsheets give to values such as 1E05, 3-11, 1/2, =A1 and numbers of more than 11 digits. */
const mangled = [
  /^-?\d{1,20}(?:\.\d{1,20})?E[+-]\d{1,3}$/i,
  /^(?:\d{4}年)?\d{1,2}月(?:\d{1,2}日)?$/,
  /^\d{1,4}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:-\d{2,4})?$/i,
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{1,4}$/i,
  /^\d{4}[/-]\d{1,2}[/-]\d{1,2}(?: .{1,11})?$/,
  /^\d{1,2}\/\d{1,2}(?:\/\d{2,4})?$/,
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
  /^#(?:#*|[A-Z]+[!?]|N\/A|DIV\/0!)$/,
  /^-?\d{0,15}\.\d{1,15}$/,
  // A number cell keeps 15 digits.
  /^\d{15}0+$/,
  /^(?:TRUE|FALSE)$/,
];

/** Returns true if a spreadsheet seems to have turned a user name into a number, a date, a truth value or an error. */
export function isMangled(username: string): boolean {
  const text = username.slice(0, 100).normalize('NFKC').trim();
  return mangled.some((form) => form.test(text));
}

/**
 * Returns a function that tells if a user name may have lost its zeros, as 001 becomes 1: a number that is short, or
 * shorter than another one of the file, while no number of the file has a zero before it.
 */
export function createZeroCheck(usernames: readonly string[]): (username: string) => boolean {
  const numbers = usernames.map(fold).filter((name) => /^\d+$/.test(name));
  const longest = Math.max(0, ...numbers.map(({ length }) => length));
  const hasZeros = numbers.some((name) => /^0\d/.test(name));
  return (username) => {
    const name = fold(username);
    return !hasZeros && /^\d+$/.test(name) && (name.length <= SHORT_NUMBER || name.length < longest);
  };
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
    byEmail: groupBy(users, ({ email }) => (email ? fold(email) : undefined)),
  };
}

/** Returns the users whose user name is the same number except for leading zeros: 00123 for 123. */
export function findNumbered(username: string, { byNumber }: KnownPeople): readonly User[] {
  return byNumber.get(numberOf(username) ?? '') ?? [];
}

/**
 * Returns the user whom a row with an unknown user name means, if a spreadsheet has changed the user name: 123 for
 * 00123. The person's name must be the same, and also the e-mail address if both the row and the user have one.
 */
export function findMeant({ username = '', name = '', email = '' }: Cells, people: KnownPeople): User | undefined {
  const isNamed = (user: User) => foldText(user.name ?? '') === foldText(name);
  if (isMangled(username)) return people.byEmail.get(fold(email))?.find(isNamed);
  const isAt = (user: User) => !user.email || fold(email) === '' || fold(user.email) === fold(email);
  return findNumbered(username, people).find((user) => isNamed(user) && isAt(user));
}
