/** The people selected in a table; another filter empties the selection, so that no hidden person stays selected. */
import { useMemo, useState } from 'react';

import type { User } from '@/api/users';

export interface Selection {
  /** The selected people, in the order of selection. */
  people: readonly User[];
  has: (id: string) => boolean;
  toggle: (person: User) => void;
  replace: (people: readonly User[]) => void;
}

const nobody: readonly User[] = [];

/** @param filter the table's filter as a string; page and sort order are not part of it. */
export function useSelection(filter: string): Selection {
  const [selected, setSelected] = useState({ filter, people: nobody });
  const people = selected.filter === filter ? selected.people : nobody;
  return useMemo(() => {
    const has = (id: string) => people.some((person) => person.id === id);
    const replace = (next: readonly User[]) => setSelected({ filter, people: next });
    const without = (id: string) => people.filter((person) => person.id !== id);
    const toggle = (person: User) => replace(has(person.id) ? without(person.id) : [...people, person]);
    return { people, has, toggle, replace };
  }, [filter, people]);
}
