/** The program of `npm run doctor`: prints all checks; exit code 1 if one fails. */
import { runChecks } from './run-checks';

const marks = { pass: '✓', warn: '！', fail: '✗' };

const findings = await runChecks(process.env);
for (const { about, state, words } of findings) console.log(`${marks[state]} ${about}: ${words}`);
const failures = findings.filter(({ state }) => state === 'fail').length;
console.log(failures === 0 ? '\n問題は見つかりませんでした。' : `\n問題が${failures}件あります（✗）。`);
process.exit(failures === 0 ? 0 : 1);
