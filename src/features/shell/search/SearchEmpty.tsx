/** Shown when a search has no hits: says which content was searched, and offers courses to save on the device. */
import { Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';

import { canSavePacks, usePacks } from '@/device/packs/packs';
import { courseQueries } from '@/queries/courses';
import { useReachability } from '@/queries/reachability';
import { describeScope } from '@/study/search-scope';
import { LinkButton } from '@/ui/LinkButton';

import { useFindsPeople } from './use-asked';
import type { FoundState } from './use-found';

import classes from './SearchDialog.module.css';

/** The maximum number of courses offered; the course list has all. */
const MAX_OFFERS = 3;

/** Links to the courses that are not on the device, where they can be saved. */
function CourseOffers({ onLeave }: { onLeave: () => void }) {
  const { data: courses = [] } = useQuery(courseQueries.list());
  const packs = usePacks();
  if (!canSavePacks() || !packs) return null;
  const saved = new Set(packs.flatMap(({ courseId, status }) => (status === 'saved' ? [courseId] : [])));
  const unsaved = courses.filter(({ id, status }) => status !== 'draft' && !saved.has(id));
  if (unsaved.length === 0) return null;
  return (
    <div className={classes.offers}>
      <p>コースを端末に保存すると、その本文もさがせます。</p>
      {unsaved.slice(0, MAX_OFFERS).map(({ id, title }) => (
        <LinkButton
          key={id}
          to="/courses/$courseId"
          params={{ courseId: id }}
          hash="pack"
          variant="default"
          onClick={onLeave}
        >
          <span>「{title}」をこの端末に保存</span>
        </LinkButton>
      ))}
      {unsaved.length > MAX_OFFERS && (
        <LinkButton to="/courses" variant="subtle" onClick={onLeave}>
          ほかのコース
        </LinkButton>
      )}
    </div>
  );
}

export interface SearchEmptyProps extends Pick<FoundState, 'isLoading' | 'isDeviceOnly' | 'hasTexts' | 'reading'> {
  /** Called when a link is followed. */
  onLeave: () => void;
}

export function SearchEmpty({ isLoading, isDeviceOnly, hasTexts, reading, onLeave }: SearchEmptyProps) {
  const findsPeople = useFindsPeople();
  const isServerAsked = useReachability() && !isDeviceOnly;
  // No advice on the searched scope while texts are still being read: the footer then says how many lessons were searched.
  const isDone = !isLoading && !reading;
  return (
    <Spotlight.Empty className={classes.empty}>
      <div role="status">
        <p className={classes.none}>{isLoading ? '読み込んでいます' : '見つかりませんでした'}</p>
        {isDone && <p>{describeScope({ isServerAsked, hasTexts, findsPeople })}</p>}
      </div>
      {isDone && isServerAsked && <CourseOffers onLeave={onLeave} />}
      {isDone && !isServerAsked && canSavePacks() && (
        <p>つながったときにコースを端末に保存しておくと、電波がなくても本文をさがせます。</p>
      )}
    </Spotlight.Empty>
  );
}
