/** Prints the findings of `npm run check-server`, grouped by call. */
import type { Finding, FindingState } from './finding';

const marks: Record<FindingState, string> = { pass: '✓', warn: '！', fail: '✗', skip: '–' };
const severity: readonly FindingState[] = ['fail', 'warn', 'skip', 'pass'];
const summaries: Partial<Record<FindingState, string>> = {
  warn: '合っていますが、足りない項目があります。',
  fail: '合っていません。',
};

const rolesOf = (roles: Finding['roles']) => (roles ? `（${roles.join('、')}）` : '');

/** Returns the line about a field, and the line of a dialect's `toApp` that would mend it. */
function fieldLines({ state, field = '', words, expected, found, near, mend, roles }: Finding): string[] {
  const name = field || '（全体）';
  const types = expected === undefined ? '' : `必要 ${expected}、実際 ${found}`;
  const hint = near === undefined ? '' : `。${field.replace(/^.*[.\]]/, '')} ← ${near}？`;
  const effect = state === 'fail' && expected !== undefined ? '' : `${types && '。'}${words}`;
  const line = `    ${marks[state]} ${name}: ${types}${hint}${effect}${rolesOf(roles)}`;
  return mend === undefined ? [line] : [line, `        toApp: ${mend}`];
}

function worstOf(findings: readonly Finding[]): FindingState {
  return severity.find((state) => findings.some((finding) => finding.state === state)) ?? 'pass';
}

/** Returns the lines about one call or subject. */
function linesOf(about: string, findings: readonly Finding[]): string[] {
  const ofFields = findings.filter(({ field }) => field !== undefined);
  const others = findings.filter(
    ({ field, state }) => field === undefined && (state !== 'pass' || findings.length === 1),
  );
  const lines = others.map((finding) => `${marks[finding.state]} ${about}: ${finding.words}${rolesOf(finding.roles)}`);
  if (ofFields.length === 0) return lines;
  const worst = worstOf(ofFields);
  return [...lines, `${marks[worst]} ${about}: ${summaries[worst] ?? ''}`, ...ofFields.flatMap(fieldLines)];
}

/** Returns all lines of the report. */
export function toReport(findings: readonly Finding[]): string[] {
  const subjects = [...new Set(findings.map(({ about }) => about))];
  const counts = severity.map((state) => findings.filter((finding) => finding.state === state).length);
  const [failures = 0, warnings = 0] = counts;
  return [
    ...subjects.flatMap((about) =>
      linesOf(
        about,
        findings.filter((finding) => finding.about === about),
      ),
    ),
    '',
    failures === 0
      ? `アプリはこのサーバーで動きます（足りない項目など ${warnings}件）。`
      : `このままでは動かないところが${failures}件あります（✗）。足りない項目など ${warnings}件（！）。`,
  ];
}
