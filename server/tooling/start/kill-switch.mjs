/**
 * `npm run kill-switch [-- folder]` and `npm run kill-switch -- off`: turns the kill switch, which replaces the service
 * worker, on and off.
 */
import { fileURLToPath } from 'node:url';

import { exitWith } from './commands.mjs';
import { turnOffKillSwitch, turnOnKillSwitch } from './worker-switch.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [word] = process.argv.slice(2);

try {
  console.log(word === 'off' ? turnOffKillSwitch(root) : turnOnKillSwitch(root, word === 'on' ? undefined : word));
} catch (error) {
  exitWith(error);
}
