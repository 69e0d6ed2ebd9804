/** A list of people who are behind, each with the reason in words. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { nameOf, type User } from '@/api/users';

import classes from './CompanyGlanceCard.module.css';

export interface LateListProps<Person extends User> {
  people: readonly Person[];
  reasonOf: (person: Person) => string;
  /** A link to further people who are behind but not listed by name. */
  more?: ReactNode;
}

export function LateList<Person extends User>({ people, reasonOf, more }: LateListProps<Person>) {
  if (people.length === 0) return null;
  return (
    <ul className={classes.people} aria-label="遅れている人">
      {people.map((person) => (
        <li key={person.id}>
          <Link to="/users/detail/$userId" params={{ userId: person.id }} className={classes.person}>
            <span className={classes.name} translate="no">
              {nameOf(person)}
            </span>
            <span className={classes.facts}>{reasonOf(person)}</span>
          </Link>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}
