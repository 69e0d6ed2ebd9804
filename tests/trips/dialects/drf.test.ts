/** Tests the learner's journey behind the dialect `drf`, on a server of that style. */
import { useForeignServer, useOwnServer } from '@tests/support/demo';
import { studyOffline, studyOnline } from '@tests/support/dialect-journey';
import { startDrf } from '@tests/support/foreign-servers';
import { useNetworkStub } from '@tests/support/network-stub';
import { test } from 'vitest';

useOwnServer('drf');
const server = useForeignServer(startDrf);
const network = useNetworkStub();

test('on a drf server a learner signs in, reads a lesson, marks it as read, solves, submits and sees the progress', () =>
  studyOnline(server()));

test('a course of a drf server is saved, opens without a network, and a lesson read then is sent once', () =>
  studyOffline(server(), network));
