/** One search result: its title, its place, and the passage around the match. */
import { Spotlight } from '@mantine/spotlight';
import { memo } from 'react';

import type { PassagePart } from '@/study/search-passages';
import { IconBook } from '@/ui/icons';
import { IconLesson, IconUser } from '@/ui/menu-icons';

import type { Found } from './find-on-device';

import classes from './SearchDialog.module.css';

const icons = { course: IconBook, lesson: IconLesson, person: IconUser };

function Parts({ parts }: { parts: readonly PassagePart[] }) {
  return parts.map(({ text, isFound }, index) =>
    isFound ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

/** Returns where the result is: course and heading, and if it is on the device. If it is not, that is said only when offline. */
function placeOf({ kind, role, courseTitle, heading, isOnDevice }: Found, isReachable: boolean): string {
  if (kind === 'person') return role ?? '';
  if (kind === 'course') return 'コース';
  const device = isOnDevice ? '端末にあります' : isReachable ? undefined : '端末にありません';
  return [courseTitle, heading, device].filter(Boolean).join(' ・ ');
}

export interface SearchResultProps {
  found: Found;
  isReachable: boolean;
  onOpen: (found: Found) => void;
}

/** Memoized: rendering thirty unchanged rows at each key press would delay the key. */
export const SearchResult = memo(function SearchResult({ found, isReachable, onOpen }: SearchResultProps) {
  const Icon = icons[found.kind];
  return (
    <Spotlight.Action className={classes.result} onClick={() => onOpen(found)}>
      <Icon size={20} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title} translate={found.kind === 'person' ? 'no' : undefined}>
          <Parts parts={found.title} />
        </span>
        {found.passage && (
          <span className={classes.passage}>
            <Parts parts={found.passage} />
          </span>
        )}
        <span className={classes.place}>{placeOf(found, isReachable)}</span>
      </span>
    </Spotlight.Action>
  );
});
