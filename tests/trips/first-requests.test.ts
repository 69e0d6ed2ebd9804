/** Tests the page's first code, which sends home's first requests before the app's own code runs. */
import { waitFor } from '@testing-library/dom';
import { signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

import { begin } from '@/boot/first-requests';

const network = useNetworkStub();
const loads = ['GET /me/', 'GET /info/'];

test('the app’s code runs once home’s first requests are sent, without waiting for their responses', async () => {
  const answers = loads.map((load) => network.hold(load));
  await signInAs('student');

  await (
    await begin('/')
  ).asked;

  const reads = ['GET /courses/?page=1&size=200', 'GET /progress/detail/user-student'];
  const sent = expect.arrayContaining([...loads, ...reads, 'GET /progress/summary/user-student']);
  await waitFor(() => expect(network.calls()).toEqual(sent));
  for (const answer of answers) answer();
});

test('opening /courses requests for staff only the data that their table of courses shows', async () => {
  await signInAs('teacher', {}, 'TEACHER');
  await (
    await begin('/courses')
  ).asked;

  await waitFor(() => expect(network.calls()).toContain('GET /courses/?page=1&size=200'));
  expect(network.calls().filter((call) => /progress|content/.test(call))).toEqual([]);
});

test('fault: home’s data is fresh on the device, and one request is not answered → the app’s code runs nevertheless', async () => {
  await signInAs('student');
  await (
    await begin('/')
  ).asked;
  await waitFor(() => expect(network.calls()).toContain('GET /courses/git'));
  const answer = network.hold('GET /courses/git');

  await (
    await begin('/')
  ).asked;

  answer();
});
