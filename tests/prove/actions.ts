/** The simulation's random operations of learners and their browser. */
import type { OperationKind, OperationContext } from './operation-context';
import type { Page } from './page';
import { learners } from './server';

function markAsRead(page: Page, number: number): void {
  page.record({ kind: 'lesson-read', lessonId: `${page.learner}-l${number}` });
}

function submit({ world, random, page }: OperationContext): void {
  const hex = (length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('');
  const questionSetId = `${page.learner}-s${1 + random.below(2)}`;
  if (!world.clocks.canAnswer(questionSetId)) return;
  const clientSubmitId = `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
  const answers = [{ questionId: 'q1', choiceIds: ['c1'] }];
  const body = {
    clientSubmitId,
    questionSetId,
    questionSetUpdatedAt: '2026-08-01T00:00:00Z',
    answers,
    answeredAt: world.clocks.nextAnsweredAt(questionSetId),
  };
  page.record({ kind: 'answer-submit', submit: body });
}

function crash({ browser, random }: OperationContext): string {
  for (const page of browser.pages) page.close();
  browser.stopWorker();
  browser.pages[0]?.open();
  if (random.chance(0.5)) browser.pages[1]?.open();
  return 'the browser crashes and is started again';
}

export const actions = {
  read: {
    weight: 14,
    run: (context) => (
      markAsRead(context.page, 1 + context.random.below(3)),
      `読了 is pressed in ${context.page.name}`
    ),
  },
  answer: { weight: 12, run: (context) => (submit(context), `answers are submitted in ${context.page.name}`) },
  study: {
    weight: 6,
    run: (context) => {
      const count = 2 + context.random.below(4);
      for (let done = 0; done < count; done += 1) {
        if (context.random.chance(0.4)) markAsRead(context.page, 1 + context.random.below(3));
        else submit(context);
      }
      return `${count} lessons or sets are finished in ${context.page.name}`;
    },
  },
  'read in two tabs': {
    weight: 4,
    run: ({ page, other, random }) => {
      const lesson = 1 + random.below(3);
      markAsRead(page, lesson);
      markAsRead(other, lesson);
      return `the same lesson is marked as read in ${page.name} and ${other.name} at once`;
    },
  },
  undo: { weight: 2, run: ({ page }) => (page.undo(), `取り消す is pressed in ${page.name}`) },
  'read and undo': {
    weight: 6,
    run: ({ world, page, other, random }) => {
      const lesson = 1 + random.below(3);
      markAsRead(page, lesson);
      if (random.chance(0.3)) markAsRead(other, lesson);
      const ms = random.below(random.chance(0.5) ? 60 : 7000);
      world.scheduler.after(ms, page.name, () => page.undo());
      // At about the moment of the undo the other tab may press 今すぐ送信 (send now), so that it sends the call.
      if (random.chance(0.6))
        world.scheduler.after(random.chance(0.6) ? ms : Math.max(0, ms - 5 + random.below(10)), other.name, () =>
          other.send(),
        );
      return `読了 is pressed in ${page.name}, and 取り消す ${ms} ms later`;
    },
  },
  hide: {
    weight: 2,
    run: ({ world, page, random }) => {
      const { realm } = page;
      if (!realm || !page.isLive) return `${page.name} is not there to be hidden`;
      realm.page.show('hidden');
      world.scheduler.after(random.below(9000), page.name, () => page.isLive && realm.page.show('visible'), realm);
      return `${page.name} is hidden for a while`;
    },
  },
  send: { weight: 6, run: ({ page }) => (page.send(), `今すぐ送信 is pressed in ${page.name}`) },
  online: {
    weight: 3,
    run: ({ page }) => (
      page.isLive && page.realm?.page.window.dispatchEvent(new Event('online')),
      `${page.name} gets an online event`
    ),
  },
  'sign in': {
    weight: 7,
    run: ({ page, random }) => {
      const learner = random.pick(learners);
      page.signIn(learner);
      return `${learner} signs in, in ${page.name}`;
    },
  },
  'other learner': {
    weight: 1,
    run: ({ page }) => {
      const learner = page.learner === 'a' ? 'b' : 'a';
      page.signIn(learner);
      return `${learner} signs in, in ${page.name}`;
    },
  },
  'sign out': {
    weight: 5,
    run: ({ page, random }) => {
      const how = random.pick(['keep', 'discard', 'send'] as const);
      void page.signOut(how);
      return `${page.learner ?? 'no learner'} signs out in ${page.name} (${how})`;
    },
  },
  resend: { weight: 4, run: ({ page }) => (page.resend(), `再送 is pressed in ${page.name}`) },
  discard: {
    weight: 3,
    run: ({ page, random }) => (page.discard(random.below(9), 'queued', 'refused'), `破棄 is pressed in ${page.name}`),
  },
  'resend and discard': {
    weight: 3,
    run: ({ page, other, random }) => {
      const pick = random.below(9);
      const [first, second] = random.chance(0.5) ? [page, other] : [other, page];
      first.resend();
      second.discard(pick, 'refused');
      return `再送 is pressed in ${first.name} and 破棄 in ${second.name} at once`;
    },
  },
  open: { weight: 6, run: ({ page }) => (page.open(), `${page.name} is loaded`) },
  close: { weight: 3, run: ({ page }) => (page.close(), `${page.name} is killed`) },
  duplicate: {
    weight: 2,
    run: ({ page, other }) => {
      other.close();
      other.tab = page.tab.duplicate();
      other.open();
      return `${page.name} is duplicated`;
    },
  },
  freeze: {
    weight: 3,
    run: ({ page, random }) => {
      const isCached = random.chance(0.5);
      page.freeze(isCached);
      return `${page.name} is ${isCached ? 'put into the back/forward cache' : 'frozen'}`;
    },
  },
  thaw: {
    weight: 4,
    run: ({ browser }) => (browser.pages.forEach((one) => one.thaw()), 'frozen and cached tabs resume'),
  },
  'worker takes over': {
    weight: 3,
    run: ({ browser, page, other }) => {
      page.close();
      browser.wakeWorker();
      if (!other.isLive) other.open();
      return `${page.name} is killed, and the worker takes over`;
    },
  },
  crash: { weight: 3, run: crash },
  worker: { weight: 6, run: ({ browser }) => (browser.wakeWorker(), 'the worker is woken') },
  'stop worker': { weight: 2, run: ({ browser }) => (browser.stopWorker(), 'the worker is stopped') },
} as const satisfies Record<string, OperationKind>;
