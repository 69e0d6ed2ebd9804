/**
 * Writes the table of calls in docs/connect-your-api.md: the screens that make each call, and what fails without it.
 */
import { calls } from '@server/api/contract/calls';

const begin = '<!-- calls: written by `npm run contract` -->';
const end = '<!-- /calls -->';

const without = {
  start: '**no one can sign in**',
  screen: 'those screens show an error',
  part: 'the screens work without this function',
};

function rows(): string[] {
  return calls.map(({ method, path, screens, without: missing, ability }) => {
    const users = screens.length > 0 ? screens.join('、') : '–';
    const loss = screens.length > 0 ? without[missing] : 'nothing: no screen uses it';
    return `| \`${method} ${path}\`${ability ? ` (\`${ability}\`)` : ''} | ${users} | ${loss} |`;
  });
}

/**
 * Replaces the generated table between the two comment markers of a document with the current table.
 *
 * @throws {Error} if the document lacks the markers.
 */
export function withCallTable(document: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no place for the table: ${begin} … ${end}`);
  const table = ['| Call | Screens | Without it |', '|---|---|---|', ...rows()].join('\n');
  return `${document.slice(0, from + begin.length)}\n${table}\n${document.slice(to)}`;
}
