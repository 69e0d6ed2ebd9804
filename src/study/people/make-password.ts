/** Generates passwords for new users. */

/** Letters and digits that are not easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 12;

/** Returns a random password of 12 letters and digits in groups of four, about 59 bits. */
export function makePassword(): string {
  // Rejection sampling: drop larger bytes, which would make some letters more likely than others.
  const limit = 256 - (256 % letters.length);
  let word = '';
  while (word.length < PASSWORD_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * PASSWORD_LENGTH))) {
      if (byte < limit && word.length < PASSWORD_LENGTH) word += letters[byte % letters.length];
    }
  }
  return word.replace(/(.{4})(?=.)/g, '$1-');
}
