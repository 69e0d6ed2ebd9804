/** `npm run doctor`, once the packages are there: one screen, and exit code 1 when something is ill. */
import { runChecks } from './run-checks';

const marks = { well: '✓', mind: '！', ill: '✗' };

const findings = await runChecks(process.env);
for (const { about, state, words } of findings) console.log(`${marks[state]} ${about}: ${words}`);
const illnesses = findings.filter(({ state }) => state === 'ill').length;
console.log(illnesses === 0 ? '\n問題は見つかりませんでした。' : `\n問題が${illnesses}件あります（✗）。`);
process.exit(illnesses === 0 ? 0 : 1);
