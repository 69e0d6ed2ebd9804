/** Tests the file names of a text's versions, and which files belong to which lesson. */
import { checkFileName } from '@server/api/content/file-name';
import { describe, expect, test } from 'vitest';

import type { Content } from '@/api/files/contents';
import { lessonOfVersion, versionFileName } from '@/api/files/version-names';
import type { Lesson } from '@/api/lessons';
import { olderVersions, versionsOf } from '@/queries/curriculum/text-versions';
import { uniqueFileName } from '@/queries/files/upload-checks';

const AT = Date.UTC(2026, 10, 26, 17, 3, 12, 400);
const lesson = { id: 'l1', title: '安全の基本', contentId: 'now' } as Lesson;
/** Makes a markdown file; a higher `second` is newer. */
const file = (id: string, fileName: string, second: number, uses?: Content['uses']): Content => ({
  id,
  fileName,
  containerName: 'pub-container',
  fileType: 'md',
  byteLength: 1,
  updatedAt: new Date(AT + second * 1000).toISOString(),
  uses,
});

describe('a version’s file name', () => {
  test('a version’s file name contains lesson and time, and the server accepts it', () => {
    const name = versionFileName('0b8f7a52-3c7e-4f0e-9d53-7d1c8f0f4a11', AT);

    expect(name).toMatch(/^0b8f7a52-3c7e-4f0e-9d53-7d1c8f0f4a11~20261126T170312Z~[0-9a-f]{8}\.md$/);
    expect(checkFileName(name)).toBe(name);
    expect(lessonOfVersion(name)).toBe('0b8f7a52-3c7e-4f0e-9d53-7d1c8f0f4a11');
  });

  test('a version’s file name differs for two saves in one moment, so that neither replaces the other', () => {
    expect(versionFileName('l1', AT)).not.toBe(versionFileName('l1', AT));
  });

  test.each([
    'git-pipes.md',
    'Aルート~Bルート-0a1b2c3d.md',
    'l1~20261126T170312Z.md',
    'l1~20261126T170312Z~0a1b2c3d.png',
    '~20261126T170312Z~0a1b2c3d.md',
    'l1~l2~20261126T170312Z~0a1b2c3d.md',
  ])('the name of a version is not %s', (name) => {
    expect(lessonOfVersion(name)).toBeUndefined();
  });

  test("a version's file name never equals that of a lesson's title, even of a title that looks like a version", () => {
    const version = versionFileName('l1', AT);

    expect(lessonOfVersion(uniqueFileName(version, 'md'))).toBeUndefined();
    expect(lessonOfVersion(uniqueFileName(version.replace('.md', ''), 'md'))).toBeUndefined();
  });
});

describe('the files of a lesson', () => {
  test('a lesson’s versions are its own files and the file in use, newest first; other files with the lesson’s title are listed apart', () => {
    const files = [
      file('other', versionFileName('l10', AT), 9),
      file('old', versionFileName('l1', AT), 1),
      file('titled', uniqueFileName('安全の基本', 'md'), 2),
      file('seed', '安全の基本.md', 4),
      file('longer', uniqueFileName('安全の基本と応用', 'md'), 5),
      file('now', uniqueFileName('前のタイトル', 'md'), 6),
      file('unused', versionFileName('l1', AT), 7),
    ];
    const { versions, sameTitle } = versionsOf(lesson, files);

    expect(versions.map(({ id }) => id)).toEqual(['unused', 'now', 'old']);
    expect(sameTitle.map(({ id }) => id)).toEqual(['seed', 'titled']);
  });

  test('the files of a lesson are found by a title with `~`, slashes and dots', () => {
    const title = 'A~B / 第1.2章';
    const { sameTitle } = versionsOf({ ...lesson, title }, [file('titled', uniqueFileName(title, 'md'), 1)]);

    expect(sameTitle).toHaveLength(1);
  });
});

describe('earlier versions in the library', () => {
  const older = file('older', versionFileName('l1', AT), 1);
  const newer = file('newer', versionFileName('l1', AT), 2);
  const text = { kind: 'text', title: '', lessonId: 'l1' };
  const version = { kind: 'version', title: '', lessonId: 'l1' };

  test('if the server lists each file’s uses, earlier versions are the files that only their name links to a lesson', () => {
    const files = [
      { ...older, uses: [text] },
      { ...newer, uses: [version] },
      file('deleted', versionFileName('l2', AT), 3, []),
      file('trashed', versionFileName('l3', AT), 3, [{ kind: 'trash', title: '' }]),
      file('titled', 'a.md', 3, []),
    ];

    expect([...olderVersions(files)]).toEqual(['newer', 'deleted']);
  });

  test('if the server does not list the uses of files, earlier versions are all but the newest file of each lesson', () => {
    const files = [newer, file('single', versionFileName('l2', AT), 0), older, file('titled', 'a.md', 3)];

    expect([...olderVersions(files)]).toEqual(['older']);
  });
});
