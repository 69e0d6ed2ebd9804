/** What opens without a network, where the screen that was asked for does not. */
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { useLessonCopies } from '@/device/device-copies';

import classes from './DeviceOffer.module.css';

export function DeviceOffer() {
  const lessons = useLessonCopies();
  if (lessons.length === 0) return null;
  return (
    <section aria-labelledby="device-offer">
      <h2 id="device-offer" className={classes.heading}>
        いま開けるレッスン
      </h2>
      <ul className={classes.list}>
        {lessons.map(({ id, title }) => (
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
