/** Tests links that write to a mail address. */
import { expect, test } from 'vitest';

import { mailtoOf } from '@/lib/mail-address';

test('a mailto link keeps an ordinary address readable', () => {
  expect(mailtoOf('hanako.sato@example.com')).toBe('mailto:hanako.sato@example.com');
});

test.each([
  ['a field', 'a@example.com?bcc=boss@example.com'],
  ['a second field', 'a@example.com&subject=x'],
  ['a line break', 'a@example.com\r\nBcc: b@example.com'],
  ['a second address', 'a@example.com,b@example.com'],
])('an address cannot add %s to the mail', (_, address) => {
  expect(mailtoOf(address).slice('mailto:'.length)).not.toMatch(/[?&\r\n, ]/);
});
