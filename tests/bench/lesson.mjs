/** The lessons that the benches measure: one without code, formulas and pictures, and one with them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../e2e/support/project-root.ts';

export const LESSON_PATH = '/lessons/security-why';
/** A lesson with code, formulas and pictures. */
export const RICH_LESSON_PATH = '/lessons/security-passkeys';
export const lessonText = readFileSync(
  join(projectRoot, 'server/demo/courses/security/lessons/security-why.md'),
  'utf8',
);
/** Words of the lesson's last paragraph: once they are rendered, the whole text is. */
export const LAST_WORDS = lessonText.trim().split('\n').at(-1)?.slice(0, 12) ?? '';
