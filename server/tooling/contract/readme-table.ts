/** The README's table of calls: which screens make each, and what is missing where a server does not have it. */
import { calls } from '@server/api/contract/calls';

const begin = '<!-- calls: written by `npm run contract` -->';
const end = '<!-- /calls -->';

const without = {
  start: '**nobody gets in**',
  screen: 'those screens show an error',
  part: 'that part is missing',
};

function rows(): string[] {
  return calls.map(({ method, path, screens, without: missing, ability }) => {
    const made = screens.length > 0 ? screens.join('、') : '–';
    const loss = screens.length > 0 ? without[missing] : 'nothing: offered for others';
    return `| \`${method} ${path}\`${ability ? ` (\`${ability}\`)` : ''} | ${made} | ${loss} |`;
  });
}

/** A README with today's table in its place. @throws {Error} when it has no place for it. */
export function withCallTable(readme: string): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`README.md has no place for the table: ${begin} … ${end}`);
  const table = ['| Call | Screens | Without it |', '|---|---|---|', ...rows()].join('\n');
  return `${readme.slice(0, from + begin.length)}\n${table}\n${readme.slice(to)}`;
}
