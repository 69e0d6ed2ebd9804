// @vitest-environment jsdom
/** Tests the link to the support address: no part of an address becomes a header of the mail. */
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { SupportAddress } from '@/ui/notices/SupportAddress';

test.each([
  ['help@example.jp', 'mailto:help@example.jp'],
  ['a?cc=b&body=c@example.jp', 'mailto:a%3Fcc%3Db%26body%3Dc@example.jp'],
  ['a\r\nBcc:b@example.jp', 'mailto:a%0D%0ABcc%3Ab@example.jp'],
  ['a%0Ab#c@example.jp', 'mailto:a%250Ab%23c@example.jp'],
  ['a.b@例え.jp', 'mailto:a.b@%E4%BE%8B%E3%81%88.jp'],
])('the support address %j is linked as %s', (address, href) => {
  const { unmount } = render(
    <MantineProvider>
      <SupportAddress address={address} />
    </MantineProvider>,
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe(href);
  unmount();
});
