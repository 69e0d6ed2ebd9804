// @vitest-environment jsdom
/**
 * Tests duplicates through a proxy that breaks connections at any call: continued from the stored job, without doubles,
 * nothing hidden.
 */
import type { ScriptedAnswer } from '@tests/e2e/support/scripted-network';
import { useOwnServer, useProxy } from '@tests/support/demo';
import {
  contentOf,
  duplicatesOfCourse,
  duplicate,
  duplicateCourse,
  make,
  removeDuplicates,
  signInTeacher,
  useCourseToDuplicate,
} from '@tests/support/duplicated-course';
import { beforeEach, describe, expect, test, vi } from 'vitest';

useOwnServer('duplicates-lost');
const network = useProxy();
const duplicated = useCourseToDuplicate();

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
    `fault: the connection is lost at any one call of a duplicate (%s), capability ${hasKeys} → the stored duplicate is continued, without doubles`,
    async (loss) => {
      for (let at = 1; ; at += 1) {
        const isReached = loseCall(at, loss, { isForGood: true });
        const isStopped = await duplicate(duplicateCourse()).then(
          () => false,
          () => true,
        );
        network.pass();
        if (!isReached()) break;
        const { differences } = await duplicate(await duplicated.stored());

        expect([at, isStopped, differences]).toEqual([at, true, undefined]);
        const duplicates = await duplicatesOfCourse();
        expect([at, duplicates.length]).toEqual([at, 1]);
        expect(await contentOf(duplicates[0]?.id ?? '')).toEqual(await contentOf(duplicated.course().id));
        await removeDuplicates();
      }
    },
  );

  test(`fault: any one create of a duplicate is sent twice, capability ${hasKeys} → ${hasKeys ? 'there is no double' : 'the double is named, and nothing is missing'}`, async () => {
    for (let at = 1; at <= 8; at += 1) {
      loseCall(at, 'twice', { method: 'POST' });
      const job = duplicateCourse();
      const { differences } = await duplicate(job);
      network.pass();

      const titles = [`${duplicated.course().title}のコピー`, '前半', '章', '一', '確認', 'まとめ', '二', '後半'];
      const named = { missing: [], extra: [titles[at - 1]], reordered: [] };
      expect([at, differences]).toEqual([at, hasKeys ? undefined : named]);
      // The double has no content, and is the second of its siblings, or an equal question set.
      const isInside = !hasKeys && at > 1;
      if (!isInside) expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(duplicated.course().id));
      expect(await duplicatesOfCourse()).toHaveLength(!hasKeys && at === 1 ? 2 : 1);
      await removeDuplicates();
    }
  });

  test(`fault: one create of a duplicate is sent twice, and the connection is lost at the next, capability ${hasKeys} → when continued, nothing is missing and the double is not hidden`, async () => {
    for (let at = 1; at < 8; at += 1) {
      let posts = 0;
      network.follow(({ method }) => {
        if (method !== 'POST') return 'pass';
        posts += 1;
        return posts === at ? 'twice' : posts > at ? 'cut' : 'pass';
      });
      await expect(duplicate(duplicateCourse())).rejects.toMatchObject({ name: 'NetworkError' });
      network.pass();
      const { differences } = await duplicate(await duplicated.stored());

      expect([at, differences?.missing ?? []]).toEqual([at, []]);
      expect([at, differences?.extra.length ?? 0]).toEqual([at, hasKeys ? 0 : 1]);
      await removeDuplicates();
    }
  });
});

describe('a duplicate on a server with keys', () => {
  test('fault: the response of one create is lost on a server with keys → the duplicate repeats it by itself and is complete', async () => {
    for (let at = 1; at <= 8; at += 1) {
      loseCall(at, 'lose', { method: 'POST' });
      const job = duplicateCourse();
      expect(await duplicate(job)).toMatchObject({ differences: undefined });
      expect(await contentOf(job.targetId ?? '')).toEqual(await contentOf(duplicated.course().id));
      expect(await duplicatesOfCourse()).toHaveLength(1);
      await removeDuplicates();
    }
  });

  test('fault: a create is cut off on a server with keys → the next run sends it with the same key and body, also after a reload', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    for (let at = 1; at <= 8; at += 1) {
      fetched.mockClear();
      loseCall(at, 'cut', { method: 'POST', isForGood: true });
      await duplicate(duplicateCourse()).catch(() => undefined);
      network.pass();
      const cutOff = keysOf(fetched.mock.calls).at(-1);
      fetched.mockClear();
      await duplicate(await duplicated.stored());

      expect([at, keysOf(fetched.mock.calls)[0]]).toEqual([at, cutOff]);
      await removeDuplicates();
    }
  });

  test('two parts with the same title are both duplicated, and an interrupted duplicate of them is continued', async () => {
    const section = await make('/sections/', { courseId: duplicated.course().id, title: '後半' });
    await make('/chapters/', { sectionId: section.id, title: '同じ名前の章' });
    loseCall(9, 'cut', { method: 'POST', isForGood: true });
    await duplicate(duplicateCourse()).catch(() => undefined);
    network.pass();
    expect(await duplicate(await duplicated.stored())).toMatchObject({ differences: undefined });
    expect(await contentOf((await duplicated.stored()).targetId ?? '')).toEqual(
      await contentOf(duplicated.course().id),
    );
  });
});
