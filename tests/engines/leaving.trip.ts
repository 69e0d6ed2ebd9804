/** Leaving pages while they read and write the device's storage. */
import { LESSONS, receivedBy } from '@tests/e2e/support/study';

import { saysSync, screenReady, signIn, visit } from './steps';
import { button, role } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [LESSON] = LESSONS;
const actions = { within: role('group', 'レッスンの操作') };

trip('home and a lesson are opened 40 times in turn, each left at once → every page starts', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  for (let turn = 0; turn < 20; turn += 1) {
    await visit(tab, `/lessons/${LESSON.id}`, LESSON.title);
    await visit(tab, '/');
  }
});

trip(
  'home and a lesson are left again and again before they have started → the last page starts',
  async ({ device }) => {
    const tab = await device.open();
    await signIn(tab, 'student');
    for (let turn = 0; turn < 10; turn += 1) {
      await tab.goto(`/lessons/${LESSON.id}`);
      await tab.goto('/');
      await tab.back();
      await screenReady(tab, LESSON.title);
    }
  },
);

trip(
  'three lessons are left for home as soon as they are marked as read → every page starts, and each mark arrives once',
  async ({ app, device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'abe');
    for (const { id, title } of LESSONS) {
      await visit(tab, `/lessons/${id}`, title);
      await tab.click(button('読了にする', actions));
      await tab.sees(button('取り消す', actions));
      await visit(tab, '/');
    }
    await saysSync(tab, '同期済み');
    expect((await receivedBy(app.origin, 'abe'))?.lessons).toHaveLength(3);
    expect(network.count('PUT', /^\/api/)).toBe(3);
  },
);
