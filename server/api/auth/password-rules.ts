/** What a password must be when it is set (docs/decisions/0026). At sign-in nothing of this is asked: every older one still works. */
import { invalidField } from '@server/api/shared/problem';

import { MIN_PASSWORD_LENGTH } from '@/api/user-edits';

import { commonPasswords } from './common-passwords';

/** What nobody sees, spaces among it; the blank of Braille is a symbol to Unicode. */
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu;

/** A text as its reader would tell it from others; what is hashed is the password itself. */
function asSeen(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').toLowerCase();
}

/** What is wrong with a password for somebody; undefined when nothing is. */
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

/** @throws {Problem} 422 on the field `password`. */
export function requireGoodPassword(password: string, username: string): void {
  const fault = passwordFault(password, username);
  if (fault) throw invalidField('password', fault);
}
