/** The path of the project's folder. */
import { fileURLToPath } from 'node:url';

/** The path of the project's folder. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
