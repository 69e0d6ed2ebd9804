/**
 * One line above a company's people with the number in each learning state; pressing a state filters the table by it.
 */
import { Text } from '@mantine/core';

import type { Company } from '@/api/companies';
import type { PersonState, User } from '@/api/users';
import { glanceAt, toGlance } from '@/queries/people/company-glance';
import { now } from '@/storage/now';
import { stateNames } from '@/study/outline/state-names';
import { formatPercent } from '@/ui/formats';
import { CountChips } from '@/ui/tables/CountChips';

import { lacksCompanies, stateOf } from './people-states';
import { usePeople } from './use-people';

import classes from './StateLine.module.css';

type Counts = Partial<Record<PersonState, number>>;

interface LineFigures {
  meanPercent: number | undefined;
  counts: Counts;
}

/** Counts people by state; counts nothing if the state of no learner is known. */
function countStates(people: readonly User[]): Counts {
  const counts = { behind: 0, unstarted: 0, steady: 0, finished: 0, suspended: 0 };
  const learners = people.filter(({ role }) => role === 'STUDENT');
  const known = people.flatMap((user) => stateOf(user) ?? []);
  for (const state of known) counts[state] += 1;
  return learners.length > 0 && known.length === 0 ? {} : counts;
}

/**
 * Returns the counts by learning state from the server, else from the loaded people; undefined until they are loaded.
 */
function useFigures({ id, figures }: Company): LineFigures | undefined {
  const { people, isPending, isError } = usePeople(!figures);
  if (figures) {
    const { behindCount, unstartedCount, steadyCount, finishedCount, suspendedCount } = figures;
    const counts = {
      behind: behindCount,
      unstarted: unstartedCount,
      steady: steadyCount,
      finished: finishedCount,
      suspended: suspendedCount,
    };
    return { meanPercent: toGlance(figures).meanPercent, counts };
  }
  if (isPending || isError || lacksCompanies(people)) return undefined;
  const own = people.filter(({ companyId }) => companyId === id);
  return { meanPercent: glanceAt(people, id, now()).meanPercent, counts: countStates(own) };
}

const states = Object.keys(stateNames) as PersonState[];

export interface StateLineProps {
  company: Company;
  /** The learning state that the table is filtered by; undefined for all. */
  state: PersonState | undefined;
  onState: (state: PersonState | undefined) => void;
}

export function StateLine({ company, state, onState }: StateLineProps) {
  const figures = useFigures(company);
  // The count of suspended people is left out when it is 0, because most companies have none.
  const shown = states.filter((each) => each !== 'suspended' || each === state || figures?.counts.suspended !== 0);
  return (
    <div className="grid gap-4">
      <div className={`${classes.line} row wrap justify-between`}>
        <CountChips
          label="受講状況で絞り込む"
          chips={[
            {
              value: undefined,
              label: '全員',
              count: company.userCount === undefined ? undefined : `${company.userCount}名`,
            },
            ...shown.map((each) => ({
              value: each,
              label: stateNames[each],
              count: figures?.counts[each]?.toString(),
              isBad: each === 'behind',
            })),
          ]}
          value={state}
          onChange={onState}
        />
        <Text size="sm" c="dimmed">
          <span>平均進捗率</span> <strong>{formatPercent(figures?.meanPercent, 100)}</strong>
        </Text>
      </div>
      {state === 'behind' && (
        <Text size="sm" c="dimmed">
          必修の期限を過ぎた人と、未読を残して14日以上学習していない人です。
        </Text>
      )}
    </div>
  );
}
