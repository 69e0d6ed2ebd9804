// @vitest-environment jsdom
/**
 * Tests saving files that the page creates: as a download, or through the share sheet in an installed app of iOS, which
 * cannot download.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { saveFile } from '@/device/download';

type Share = (data: { files: File[] }) => Promise<void>;

const downloads: string[] = [];
beforeEach(() => {
  downloads.length = 0;
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push(this.download);
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

/** Stubs a device, with or without a share sheet. @param refused media types that the share sheet does not take */
function useDevice(share: Share | undefined, traits: Record<string, unknown> = { standalone: true }, refused = ['']) {
  const canShare = ({ files }: { files: File[] }) => files.every(({ type }) => !refused.includes(type));
  vi.stubGlobal('navigator', { userAgent: IPHONE, maxTouchPoints: 5, share, canShare: share && canShare, ...traits });
}

const error = (name: string) => Object.assign(new Error(name), { name });
const shareSheet = () => vi.fn<Share>(() => Promise.resolve());
const filesOf = (share: ReturnType<typeof shareSheet>) => share.mock.calls.flatMap(([{ files }]) => files);

describe('in an installed app of iOS', () => {
  test('a CSV file goes to the share sheet in the same event as the press', async () => {
    const share = shareSheet();
    useDevice(share);
    const saving = saveFile('記録.csv', 'a,b');

    expect(share).toHaveBeenCalledTimes(1);
    expect(await saving).toBe('saved');
    const [file] = filesOf(share);
    expect([file?.name, file?.type, await file?.text()]).toEqual(['記録.csv', 'text/csv', 'a,b']);
    expect(downloads).toEqual([]);
  });

  test('a file that is created in parts is shared as one file', async () => {
    const share = shareSheet();
    useDevice(share);
    await saveFile('人.csv', [new Blob(['a,b\r\n']), new Blob(['c,d'])]);

    expect(await filesOf(share)[0]?.text()).toBe('a,b\r\nc,d');
  });

  test('an iPad that reports its installed mode only by the media query shares files, too', async () => {
    const share = shareSheet();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    useDevice(share, { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15' });
    await saveFile('記録.csv', 'a');

    expect(filesOf(share)).toHaveLength(1);
  });

  test('a file type that the share sheet refuses is shared as plain text', async () => {
    const share = shareSheet();
    useDevice(share, { standalone: true }, ['application/json']);
    await saveFile('控え.json', '{}', 'application/json');

    expect(filesOf(share).map(({ name, type }) => [name, type])).toEqual([['控え.json.txt', 'text/plain']]);
  });

  test('closing the share sheet is no error, and saves and downloads nothing', async () => {
    useDevice(() => Promise.reject(error('AbortError')));

    expect(await saveFile('記録.csv', 'a')).toBe('cancelled');
    expect(downloads).toEqual([]);
  });

  test.each(['DataError', 'TypeError'])('fault: sharing fails with %s → the file is downloaded', async (name) => {
    useDevice(() => Promise.reject(error(name)));

    expect(await saveFile('記録.csv', 'a')).toBe('saved');
    expect(downloads).toEqual(['記録.csv']);
  });

  test.each([
    ['has no share sheet', undefined, ['']],
    ['takes no files', shareSheet(), ['text/csv', 'text/plain']],
  ])('a device that %s downloads', async (_, share, refused) => {
    useDevice(share, { standalone: true }, refused);

    expect(await saveFile('記録.csv', 'a')).toBe('saved');
    expect(downloads).toEqual(['記録.csv']);
  });
});

test.each([
  ['Safari on an iPhone', { standalone: false }, false],
  [
    'an installed app of Android',
    { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/141.0.0.0 Mobile', standalone: undefined },
    true,
  ],
  [
    'an installed app of a laptop',
    { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0', maxTouchPoints: 0, standalone: undefined },
    true,
  ],
])('%s downloads, at once', (_, traits, isStandalone) => {
  const share = shareSheet();
  vi.stubGlobal('matchMedia', () => ({ matches: isStandalone }));
  useDevice(share, traits);
  void saveFile('記録.csv', 'a');

  expect(downloads).toEqual(['記録.csv']);
  expect(share).not.toHaveBeenCalled();
});
