/** Passwords made for others. */

/** Letters and digits that are not mistaken for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 12;

/** A password of 12 letters and digits in groups of four, some 59 bits. */
export function makePassword(): string {
  // Bytes beyond the last whole round would make some letters likelier.
  const limit = 256 - (256 % letters.length);
  let word = '';
  while (word.length < PASSWORD_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * PASSWORD_LENGTH))) {
      if (byte < limit && word.length < PASSWORD_LENGTH) word += letters[byte % letters.length];
    }
  }
  return word.replace(/(.{4})(?=.)/g, '$1-');
}
