/** Tests which pictures by URL are shown, with which address they are requested, and the warning to authors. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ApiError } from '@/api/network/errors';
import { contentQueries, useImageUrl } from '@/queries/files/contents';
import { foreignPictureHosts } from '@/study/outline/foreign-pictures';
import { ForeignPictures } from '@/ui/ForeignPictures';

const app = globalThis.location.origin;
const before = { __API_HOST__, __IMAGE_HOSTS__ };
beforeEach(() => {
  Object.assign(globalThis, { __API_HOST__: 'https://api.example', __IMAGE_HOSTS__: ['https://files.example'] });
});
afterEach(() => void Object.assign(globalThis, before));

function Probe({ source }: { source: string }) {
  const { url, isForeign } = useImageUrl(source);
  return <p>{`${isForeign ? 'link' : 'shown'} ${url}`}</p>;
}
const show = (source: string) => {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Probe source={source} />
    </QueryClientProvider>,
  );
  return container.textContent?.replace(/([?&]t=)\d+/, '$1HOUR');
};

test.each([
  ['/files/pub-container/x.webp', `shown ${app}/files/pub-container/x.webp?t=HOUR`],
  ['https://api.example/files/x.webp?v=1', 'shown https://api.example/files/x.webp?v=1&t=HOUR'],
  ['https://files.example/x.webp', 'shown https://files.example/x.webp?t=HOUR'],
  ['/icons/icon-192.png', `shown ${app}/icons/icon-192.png`],
  ['https://elsewhere.example/x.webp', 'link https://elsewhere.example/x.webp'],
  ['http://files.example/x.webp', 'link http://files.example/x.webp'],
  ['https://files.example:8443/x.webp', 'link https://files.example:8443/x.webp'],
  ['//elsewhere.example/x.webp', 'link //elsewhere.example/x.webp'],
  ['https://[', 'link https://['],
  ['javascript:alert(1)', 'link javascript:alert(1)'],
])('a picture at %s is %s', (source, expected) => {
  expect(show(source)).toBe(expected);
});

test.each([
  [503, 'is still shown'],
  [404, 'is no longer shown'],
])('fault: a shown picture’s URL is asked for again and answered %i → the picture %s', (status, outcome) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retryOnMount: false } } });
  const { queryKey } = contentQueries.url('c1');
  client.setQueryData(queryKey, 'https://files.example/x.webp');
  client
    .getQueryCache()
    .find({ queryKey })
    ?.setState({ status: 'error', error: new ApiError(status, '') });
  function State() {
    const { url, isFailed } = useImageUrl('content:c1');
    return <p>{url && !isFailed ? 'is still shown' : 'is no longer shown'}</p>;
  }
  const { container } = render(
    <QueryClientProvider client={client}>
      <State />
    </QueryClientProvider>,
  );

  expect(container.textContent).toBe(outcome);
});

test('authors are warned of each host whose pictures become links, once per host', () => {
  const text = [
    '![a](https://elsewhere.example/a.png) ![b](https://elsewhere.example/b.png) ![c](//third.example/c.png)',
    '![d](https://files.example/d.png) ![e](/files/e.png) ![f](content:abc#1x1) ![g](data:image/png;base64,AA)',
    '`![h](https://code.example/h.png)` [i](https://link.example/i)',
  ].join('\n\n');

  const { container } = render(<ForeignPictures hosts={foreignPictureHosts(text)} />);

  expect(container.textContent).toBe(
    'elsewhere.example、third.example の画像は表示できず、受講者にはリンクになります。画像をアップロードしてください。',
  );
});

test('authors get no warning when all pictures are shown', () => {
  const { container } = render(<ForeignPictures hosts={foreignPictureHosts('![d](https://files.example/d.png)')} />);

  expect(container.textContent).toBe('');
});
