/** Tests the figures of a company's learners: in the record of one company, and in short lists of companies. */
import { describe, expect, test } from 'vitest';

import type { User } from '@/api/users';
import { glanceAt } from '@/queries/people/company-glance';
import { now } from '@/storage/now';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const get = async (path: string) => {
  const { status, body } = await server.call('GET', `/api/v1${path}`, { as: 'admin' });
  expect(status, path).toBe(200);
  return body;
};
const people = async (query: string) => (await get(`/users/?size=200&${query}`)).items as User[];

describe('a company’s figures', () => {
  test.each(['minato', 'yamabiko'])('the figures of %s equal those that the app computes', async (companyId) => {
    const { learnerCount, meanPercent, behind } = glanceAt(await people(''), companyId, now());
    const { figures } = await get(`/companies/${companyId}`);
    expect(figures).toMatchObject({ learnerCount, behindCount: behind.length });
    expect(Math.round(figures.meanShare * 100)).toBe(meanPercent);
  });

  test('the figures of a company without learners are zero', async () => {
    const { body } = await server.call('POST', '/api/v1/companies/', { as: 'admin', json: { name: '空の会社' } });
    const none = { learnerCount: 0, meanShare: 0, behindCount: 0 };
    const states = { unstartedCount: 0, steadyCount: 0, finishedCount: 0, suspendedCount: 0, lastStudiedAt: null };
    expect((await get(`/companies/${body.id}`)).figures).toEqual({ ...none, ...states });
  });

  test.each(['behind', 'unstarted', 'steady', 'finished', 'suspended'])(
    'the figures count as many people who are %s as the filter finds',
    async (state) => {
      const { figures } = await get('/companies/minato');
      expect(figures[`${state}Count`]).toBe((await people(`companyId=minato&state=${state}`)).length);
    },
  );

  test('a list of at most 20 companies carries the figures of each company, a longer one none', async () => {
    const list = async (size: number) => (await get(`/companies/?page=1&size=${size}`)).items as { id: string }[];
    for (const { id, ...listed } of await list(20)) {
      expect(listed).toMatchObject({ figures: (await get(`/companies/${id}`)).figures });
    }
    expect((await list(21)).find(({ id }) => id === 'yamabiko')).not.toHaveProperty('figures');
  });
});
