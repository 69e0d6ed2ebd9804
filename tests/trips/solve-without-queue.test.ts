/** Tests solving a question set on a device whose queue is unreadable: answers in progress are in another database. */
import { screen } from '@testing-library/dom';
import { answerFirst, findQuestion, isChosen, ownerOf } from '@tests/support/solving';
import { expect, test, vi } from 'vitest';

import { countUnsent } from '@/device/sign-out';
import { ownerKeySchema } from '@/session/session';

function damageQueue(): void {
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction'];
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...how) {
    if (this.name === 'queue') throw new DOMException('damaged', 'UnknownError');
    return begin.apply(this, how);
  });
}

test('fault: the queue cannot be read → answers in progress can still be continued, and a sign-out counts them', async () => {
  const app = await answerFirst('student');
  const owner = ownerKeySchema.parse(await ownerOf('student'));
  damageQueue();

  await app.reload();

  await screen.findByText(/^前回の続きです/);
  await app.user.keyboard('{ArrowLeft}');
  await findQuestion(1);
  expect(isChosen(/付け替えられる札/)).toBe(true);
  expect((await countUnsent(owner)).drafts).toBe(1);
});
