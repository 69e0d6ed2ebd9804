/** The installation steps of one platform, with pictures. */
import { Text } from '@mantine/core';

import type { InstallGuide } from './install-guides';
import { StepPicture } from './StepPicture';

import classes from './InstallSteps.module.css';

export function InstallSteps({ steps, note }: InstallGuide) {
  return (
    <>
      <ol className={classes.steps}>
        {steps.map(({ scene, text }, index) => (
          <li key={text} className={classes.step}>
            <StepPicture scene={scene} />
            <p className={classes.text}>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              {text}
            </p>
          </li>
        ))}
      </ol>
      {note && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {note}
        </Text>
      )}
    </>
  );
}
