/** Lists lessons that open offline, when the requested screen does not. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { lessonCopiesOptions } from '@/device/openable-lessons';
import { useOwner } from '@/queries/queue';

import classes from './DeviceOffer.module.css';

/** The maximum number of lessons listed; the most recently cached come first. */
const MOST_OFFERED = 12;

export function DeviceOffer() {
  const { data: lessons = [] } = useQuery({ ...lessonCopiesOptions(useOwner()), staleTime: 0 });
  if (lessons.length === 0) return null;
  return (
    <section aria-labelledby="device-offer">
      <h2 id="device-offer" className={classes.heading}>
        いま開けるレッスン
      </h2>
      <ul className={classes.list}>
        {lessons.slice(0, MOST_OFFERED).map(({ id, title }) => (
          <li key={id}>
            <Anchor component={Link} to={`/lessons/${id}`} className={classes.link}>
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        ホームとコース一覧も、この端末の記録から開けます。
      </Text>
    </section>
  );
}
