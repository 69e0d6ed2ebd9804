/** Tests which fields of a save count as not stored by the server. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import { companySchema } from '@/api/companies';
import { noteUnsavedFields, unsavedFields } from '@/api/network/unsaved-fields';
import { questionSetSchema } from '@/api/question-sets';
import { userSchema } from '@/api/users';

let noted: (readonly string[])[] = [];
let stop: () => void;
beforeEach(() => {
  noted = [];
  stop = unsavedFields.subscribe((names) => noted.push(names));
});
afterEach(() => stop());

test('a field that was sent and is missing in the response is not stored', () => {
  noteUnsavedFields(companySchema, { name: 'みなと', note: 'メモ' }, { id: 'c1', name: 'みなと' });
  expect(noted).toEqual([['note']]);
});

test('a field that the response has with another value is stored', () => {
  noteUnsavedFields(companySchema, { name: 'みなと', note: ' メモ' }, { id: 'c1', name: 'みなと', note: '' });
  expect(noted).toEqual([]);
});

test.each([undefined, null, ''])('a field that was sent as %j may be missing in the response', (note) => {
  noteUnsavedFields(companySchema, { name: 'みなと', note }, { id: 'c1', name: 'みなと' });
  expect(noted).toEqual([]);
});

test('passwords, ids, versions and answer keys are never missing', () => {
  noteUnsavedFields(userSchema, { id: 'u1', password: '秘密', updatedAt: '2026-01-01T00:00:00Z' }, { id: 'u1' });
  noteUnsavedFields(questionSetSchema, { correctChoiceIds: ['a'] }, { id: 'q1', title: '題' });
  expect(noted).toEqual([]);
});
