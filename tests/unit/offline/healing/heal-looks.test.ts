/** Healing: when it looks, by how many requests, and which answers say nothing of what is forgotten. */
import { clearSession } from '@tests/support/session';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { countQueue } from '@/offline/queue/queue-counts';
import { healNow } from '@/queries/sender';

import type { ForgetfulServer } from '../support/forgetful-server';
import { HealingDevice, QUIET, SEEN } from '../support/healing';
import { keyOf, lessonRead, signInAs } from '../support/people';

const a = keyOf('a');
let device: HealingDevice;
let server: ForgetfulServer;

beforeEach(async () => {
  device = await HealingDevice.start();
  ({ server } = device);
  return device.end;
});

describe('looks', () => {
  test('only where there are receipts, by one request, at most once an hour; a start looks anyway', async () => {
    expect(await device.look()).toEqual([]);
    await device.study(lessonRead('l1'));
    server.clock += 120_000;
    await healNow(a);
    expect(server.requests.at(-1)).toBe(SEEN);
    const before = server.requests.length;
    await healNow(a);
    expect(server.requests).toHaveLength(before);
    device.pass(1 / 30);
    await healNow(a, { isStart: true });
    await healNow(a, { isStart: true });
    expect(server.requests.slice(before)).toEqual([SEEN]);
  });

  test('what was received a moment ago may not be shown yet: it is compared later', async () => {
    await device.study(lessonRead('l1'));
    device.pass(1);
    await device.study(lessonRead('l2'));
    server.restore({ reads: new Map(), submits: [] });
    await healNow(a, { isStart: true });
    expect([...server.recorded.reads.keys()]).toEqual(['l1']);
    await device.look();
    expect([...server.recorded.reads.keys()]).toEqual(['l1', 'l2']);
  });

  test('while what was sent again waits, nothing is asked before an hour has passed', async () => {
    await device.study(lessonRead('l1'), lessonRead('l2'));
    server.recorded.reads.delete('l2');
    server.instead = (request) => (request.startsWith('PUT') ? Response.json({}, { status: 500 }) : undefined);
    await device.look();
    const before = server.requests.length;
    await healNow(a);
    await healNow(a);
    expect(server.requests).toHaveLength(before);
  });

  test('two tabs at once look once', async () => {
    await device.study(lessonRead('l1'));
    device.pass(1);
    const before = server.requests.length;
    await Promise.all([healNow(a), healNow(a)]);
    expect(server.requests.slice(before)).toEqual([SEEN]);
  });

  test.each([
    ['a person who was moved', () => Response.json({ detail: 'no' }, { status: 404 })],
    ['somebody who may not', () => Response.json({ detail: 'no' }, { status: 403 })],
    ['a portal', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['a server that fails', () => Response.json({}, { status: 503 })],
    ['a token that is over', () => Response.json({}, { status: 401 })],
    ['progress of somebody else', () => Response.json({ userId: 'b', courses: [] })],
    ['a bare answer', () => Response.json({})],
  ])('%s says nothing of what is forgotten', async (_, answer) => {
    vi.stubGlobal('sessionStorage', undefined);
    await device.study(lessonRead('l1'));
    server.restore({ reads: new Map(), submits: [] });
    server.instead = (request) => (request === SEEN ? answer() : undefined);
    await device.look().catch(() => undefined);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 1 });
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    server.instead = () => undefined;
    await device.look();
    expect([...server.recorded.reads.keys()]).toEqual(['l1']);
  });

  test('with nobody, or somebody else signed in nothing is asked and nothing changed', async () => {
    await device.study(lessonRead('l1'));
    server.restore({ reads: new Map(), submits: [] });
    await signInAs('b');
    expect(await device.look()).toEqual([]);
    await clearSession();
    expect(await device.look()).toEqual([]);
    expect(await countQueue(a)).toEqual({ ...QUIET, receipts: 1 });
  });
});
