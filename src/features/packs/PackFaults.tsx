/** Lists the parts of a course that do not open offline, by name. */
import type { StoredFault } from '@/device/packs/packs';

import { faultWords } from './pack-words';

import classes from './PackCard.module.css';

/** The maximum number of parts listed by name; the rest are only counted. */
const MAX_NAMED_FAULTS = 8;

export function PackFaults({ faults }: { faults: readonly StoredFault[] }) {
  const words = [...new Set(faults.map(faultWords))];
  const unnamed = words.length - MAX_NAMED_FAULTS;
  return (
    <ul className={classes.faults}>
      {words.slice(0, MAX_NAMED_FAULTS).map((each) => (
        <li key={each}>{each}</li>
      ))}
      {unnamed > 0 && <li>ほか{unnamed}点</li>}
    </ul>
  );
}
