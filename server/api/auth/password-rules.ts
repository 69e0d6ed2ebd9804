/** Rules for new passwords (docs/decisions/0026). Signing in does not check them, so older passwords still work. */
import { invalidField } from '@server/api/shared/problem';

import { MIN_PASSWORD_LENGTH } from '@/api/user-edits';

import { commonPasswords } from './common-passwords';

/** Invisible characters and spaces. U+2800 (blank Braille) is listed by itself, because Unicode classes it as a symbol. */
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu;

/** Returns the text as it looks: NFKC, without invisible characters, in lower case. For comparison only; the password itself is hashed. */
function asSeen(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase();
}

/** Returns what is wrong with a password, as a Japanese sentence; undefined if it is acceptable. */
export function passwordFault(password: string, username: string): string | undefined {
  const seen = asSeen(password);
  if (Array.from(seen).length < MIN_PASSWORD_LENGTH)
    return `${MIN_PASSWORD_LENGTH}文字以上にしてください。空白や目に見えない文字は数えません。`;
  if (seen === asSeen(username)) return 'ユーザー名と同じものは使えません。';
  const isOneCharacter = new Set(seen).size === 1;
  if (isOneCharacter || commonPasswords.has(seen))
    return 'よく使われていて、すぐに当てられます。ほかのものにしてください。';
  return undefined;
}

/** Refuses a bad password. @throws {Problem} 422 on the field `password`. */
export function requireGoodPassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  if (fault) throw invalidField('password', fault);
}
