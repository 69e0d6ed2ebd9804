// @vitest-environment jsdom
/**
 * Tests copies through a proxy that breaks connections at any call: continued from the stored job, without doubles,
 * nothing hidden.
 */
import type { ScriptedAnswer } from '@tests/e2e/support/scripted-network';
import {
  contentOf,
  copiesOfCourse,
  copy,
  copyCourse,
  make,
  removeCopies,
  signInTeacher,
  useCourseToCopy,
} from '@tests/support/copied-course';
import { useOwnServer, useProxy } from '@tests/support/demo';
import { beforeEach, describe, expect, test, vi } from 'vitest';

useOwnServer('copies-lost');
const network = useProxy();
const copied = useCourseToCopy();

/** Returns the idempotency keys and bodies of creates, in their order. */
function keysOf(calls: Parameters<typeof fetch>[]): unknown[] {
  const posts = calls.filter(([, init]) => init?.method === 'POST');
  return posts.map(([, init]) => [new Headers(init?.headers).get('Idempotency-Key'), init?.body]);
}

type Loss = Exclude<ScriptedAnswer, object>;

/** Answers the call with number `at`, counted from now on, with `loss`; also all later calls, if `isForGood`. */
function loseCall(at: number, loss: Loss, { isForGood = false, method = '' } = {}) {
  let calls = 0;
  network.follow((request) => {
    if (!request.method.startsWith(method)) return 'pass';
    calls += 1;
    return calls === at || (isForGood && calls > at) ? loss : 'pass';
  });
  return () => calls >= at;
}

describe.each([
  ['with', true],
  ['without', false],
])('on a server %s the capability idempotency-key', (_, hasKeys) => {
  beforeEach(() => signInTeacher(hasKeys));

  test.each(['cut', 'lose'] as const)(
    `fault: the connection is lost at any one call of a copy (%s), capability ${hasKeys} → the stored copy is continued, without doubles`,
    async (loss) => {
      for (let at = 1; ; at += 1) {
        const isReached = loseCall(at, loss, { isForGood: true });
        const isStopped = await copy(copyCourse()).then(
          () => false,
          () => true,
        );
        network.pass();
        if (!isReached()) break;
        const { differences } = await copy(await copied.stored());

        expect([at, isStopped, differences]).toEqual([at, true, undefined]);
        const copies = await copiesOfCourse();
        expect([at, copies.length]).toEqual([at, 1]);
        expect(await contentOf(copies[0]?.id ?? '')).toEqual(await contentOf(copied.course().id));
        await removeCopies();
      }
    },
  );

  test(`fault: any one create of a copy is sent twice, capability ${hasKeys} → ${hasKeys ? 'there is no double' : 'the double is named, and nothing is missing'}`, async () => {
    for (let at = 1; at <= 8; at += 1) {
      loseCall(at, 'twice', { method: 'POST' });
      const job = copyCourse();
      const { differences } = await copy(job);
      network.pass();

      const titles = [`${copied.course().title}のコピー`, '前半', '章', '一', '確認', 'まとめ', '二', '後半'];
      const named = { missing: [], extra: [titles[at - 1]], reordered: [] };
      expect([at, differences]).toEqual([at, hasKeys ? undefined : named]);
      // The double has no content, and is the second of its siblings, or an equal question set.
      const isInside = !hasKeys && at > 1;
      if (!isInside) expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(copied.course().id));
      expect(await copiesOfCourse()).toHaveLength(!hasKeys && at === 1 ? 2 : 1);
      await removeCopies();
    }
  });

  test(`fault: one create of a copy is sent twice, and the connection is lost at the next, capability ${hasKeys} → when continued, nothing is missing and the double is not hidden`, async () => {
    for (let at = 1; at < 8; at += 1) {
      let posts = 0;
      network.follow(({ method }) => {
        if (method !== 'POST') return 'pass';
        posts += 1;
        return posts === at ? 'twice' : posts > at ? 'cut' : 'pass';
      });
      await expect(copy(copyCourse())).rejects.toMatchObject({ name: 'NetworkError' });
      network.pass();
      const { differences } = await copy(await copied.stored());

      expect([at, differences?.missing ?? []]).toEqual([at, []]);
      expect([at, differences?.extra.length ?? 0]).toEqual([at, hasKeys ? 0 : 1]);
      await removeCopies();
    }
  });
});

describe('a copy on a server with keys', () => {
  test('fault: the response of one create is lost on a server with keys → the copy repeats it by itself and is complete', async () => {
    for (let at = 1; at <= 8; at += 1) {
      loseCall(at, 'lose', { method: 'POST' });
      const job = copyCourse();
      expect(await copy(job)).toMatchObject({ differences: undefined });
      expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(copied.course().id));
      expect(await copiesOfCourse()).toHaveLength(1);
      await removeCopies();
    }
  });

  test('fault: a create is cut off on a server with keys → the next run sends it with the same key and body, also after a reload', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    for (let at = 1; at <= 8; at += 1) {
      fetched.mockClear();
      loseCall(at, 'cut', { method: 'POST', isForGood: true });
      await copy(copyCourse()).catch(() => undefined);
      network.pass();
      const cutOff = keysOf(fetched.mock.calls).at(-1);
      fetched.mockClear();
      await copy(await copied.stored());

      expect([at, keysOf(fetched.mock.calls)[0]]).toEqual([at, cutOff]);
      await removeCopies();
    }
  });

  test('two parts with the same title are both copied, and an interrupted copy of them is continued', async () => {
    const section = await make('/sections/', { courseId: copied.course().id, title: '後半' });
    await make('/chapters/', { sectionId: section.id, title: '同じ名前の章' });
    loseCall(9, 'cut', { method: 'POST', isForGood: true });
    await copy(copyCourse()).catch(() => undefined);
    network.pass();
    expect(await copy(await copied.stored())).toMatchObject({ differences: undefined });
    expect(await contentOf((await copied.stored()).targetId ?? '')).toEqual(await contentOf(copied.course().id));
  });
});
