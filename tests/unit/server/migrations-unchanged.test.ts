/**
 * Tests that migrations are never edited after they were committed: a database that has applied one would not open any
 * more. A change needs a new migration, and a new line here.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const FOLDER = 'server/db/migrations';
/** The first 16 digits of each file's SHA-256. */
const hashes: Readonly<Record<string, string>> = {
  '0000_init': '67789bf3092da18c',
  '0001_text_pictures': '1a04074cefe77261',
  '0002_sign_in_places': 'dfc1f75caef52f4f',
  '0003_versions': 'da3b009a1bff8ea6',
  '0004_readings': 'ec6b40ef13369f9c',
  '0005_readings_received': 'e47c368865cfbcb7',
  '0006_audit': '8c19aa4e503fd3d0',
  '0007_searched_lists': '407a6262be3a7d10',
  '0008_stripped_version': '9703fe85de9b8d3e',
  '0009_completions': 'e9451e81e8464f72',
  '0010_assignments': '1bd439aaeb3aa77a',
  '0011_rescore': '9c02638768dd3fbb',
  '0012_audit_details': '13cfe2a8866ed2f1',
  '0013_trash': '0488dd446884b288',
  '0014_completions_received': '4e67a1b3c9bd8607',
  '0015_reading_index': 'b3b5f7ca5a80b73b',
  '0016_idempotency_keys': '617daf6fd27da283',
  '0017_pending_work': '77815087119a55c4',
  '0018_trash_pictures': '2de3c2e9a621fc76',
  '0019_course_history': '002aa8dac60fc75c',
  '0020_read_counts': '936850b58a317495',
};

test('no committed migration was changed', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  const found = files.map((name) => {
    const hash = createHash('sha256').update(readFileSync(`${FOLDER}/${name}`));
    return [name.slice(0, -'.sql'.length), hash.digest('hex').slice(0, 16)] as const;
  });

  expect(Object.fromEntries(found)).toEqual(hashes);
});
