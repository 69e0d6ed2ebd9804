/** Prints the findings of `npm run check-server`, grouped by call. */
import type { Finding, FindingState } from './finding';
import { lineOf, mendName } from './mend';

const marks: Record<FindingState, string> = { pass: '✓', warn: '！', fail: '✗', skip: '–' };
const severity: readonly FindingState[] = ['fail', 'warn', 'skip', 'pass'];
const summaries: Partial<Record<FindingState, string>> = {
  warn: '合っていますが、足りない項目があります。',
  fail: '合っていません。',
};

const rolesOf = (roles: Finding['roles']) => (roles ? `（${roles.join('、')}）` : '');

const mendLines = ({ mend }: Finding) => (mend === undefined ? [] : [`        dialect: ${lineOf(mend)}`]);

/** In place of a server's name that the check has not found. */
const THEIRS = 'サーバーでの名前';

/** Adds the line that would read a required field from another name. */
function withPlaceholder(finding: Finding): Finding {
  const { state, field, found, about } = finding;
  if (state !== 'fail' || !field || found !== 'なし' || finding.mend) return finding;
  return { ...finding, mend: mendName(about, field, THEIRS) };
}

/** Returns what is expected, without the rules of its form. */
const shortTypes = (expected: string) =>
  expected === 'unknown' ? 'なし。' : `なし（${expected.replace(/（.*/, '')}）。`;

/** Returns the line about a field, and the line of a dialect that would mend it. */
function fieldLines(finding: Finding): string[] {
  const { state, field = '', words, expected, found, near, roles } = finding;
  const isMissing = state === 'warn' && found === 'なし';
  const types = expected === undefined ? '' : isMissing ? shortTypes(expected) : `必要 ${expected}、実際 ${found}。`;
  const hint = near === undefined ? '' : `${field.replace(/^.*[.\]]/, '')} ← ${near}？`;
  const effect = state === 'fail' && expected !== undefined ? '' : words;
  const line = `    ${marks[state]} ${field || '（全体）'}: ${types}${hint}${effect}${rolesOf(roles)}`;
  return [line, ...mendLines(withPlaceholder(finding))];
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
  const lines = others.flatMap((finding) => [
    `${marks[finding.state]} ${about}: ${finding.words}${rolesOf(finding.roles)}`,
    ...mendLines(finding),
  ]);
  if (ofFields.length === 0) return lines;
  const worst = worstOf(ofFields);
  return [...lines, `${marks[worst]} ${about}: ${summaries[worst] ?? ''}`, ...ofFields.flatMap(fieldLines)];
}

/** Returns all lines of the report. */
export function toReport(findings: readonly Finding[]): string[] {
  const subjects = [...new Set(findings.map(({ about }) => about))];
  const counts = severity.map((state) => findings.filter((finding) => finding.state === state).length);
  const [failures = 0, warnings = 0] = counts;
  const lines = subjects.flatMap((about) =>
    linesOf(
      about,
      findings.filter((finding) => finding.about === about),
    ),
  );
  // A line of a dialect is named once, also if it mends several calls.
  const isFirst = (line: string, place: number) => !/^ +dialect: /.test(line) || lines.indexOf(line) === place;
  return [
    ...lines.filter(isFirst),
    '',
    failures === 0
      ? `アプリはこのサーバーで動きます（足りない項目など ${warnings}件）。`
      : `このままでは動かないところが${failures}件あります（✗）。足りない項目など ${warnings}件（！）。`,
  ];
}
