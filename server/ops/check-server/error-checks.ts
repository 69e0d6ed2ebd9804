/** Checks the form in which a server refuses fields: the app shows the reasons at its own fields. */
import type { Connection, ServerAnswer } from './connection';
import type { Finding } from './finding';
import type { Mend } from './mend';
import type { Reading } from './read-checks';

const about = 'エラー';

/** Returns the form of a refusal of fields; undefined for the app's own form, and for a refusal without fields. */
function formOf({ status, body }: ServerAnswer): Mend['errors'] {
  const { detail, errors, ...fields } = Object(body) as Record<string, unknown>;
  if (![400, 422].includes(status)) return undefined;
  if (Array.isArray(detail)) return 'fastapi';
  if (Array.isArray(errors) && errors.some((error) => 'defaultMessage' in Object(error))) return 'spring';
  if (errors !== undefined)
    return Array.isArray(errors) && errors.every((error) => 'path' in Object(error)) ? undefined : 'problem';
  return detail === undefined && Object.values(fields).some(Array.isArray) ? 'drf' : undefined;
}

/** Returns true for a list of Django REST framework, which refuses fields in its own form, too. */
const isOfDrf = (body: unknown) => ['count', 'next', 'previous', 'results'].every((name) => name in Object(body));

/** Provokes refusals that write nothing: a login without user name, and pages that are too large. */
export async function checkErrors(connection: Connection, readings: readonly Reading[]): Promise<Finding[]> {
  const bearer = readings[0]?.asker.bearer ?? '';
  const refusals = [
    await connection.send('/authorize', { method: 'POST', form: {} }),
    await connection.send('/courses/?page=0&size=1000000', { bearer }),
  ];
  const isDrf = readings.some(({ answers }) => answers.some(({ body }) => isOfDrf(body)));
  const errors = refusals.map(formOf).find(Boolean) ?? (isDrf ? 'drf' : undefined);
  if (!errors) return [];
  const words = `入力の誤りを ${errors} の形で返します。項目のところに日本語で表示できません。`;
  return [{ state: 'warn', about, words, mend: { errors } }];
}
