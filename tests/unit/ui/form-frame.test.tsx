/** Tests the frame of every form: when it shows errors, what it sends, and what it keeps. */
import { MantineProvider, TextInput } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { FormFrame, type FormFrameProps } from '@/ui/forms/FormFrame';
import { useAppForm } from '@/ui/forms/use-app-form';

const schema = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(5)),
  email: z.union([z.literal(''), z.email()]),
});
type Values = z.infer<typeof schema>;
type Save = FormFrameProps<Values, Values, unknown>['onSave'];
type Props = Partial<FormFrameProps<Values, Values, unknown>>;
const labels = { title: 'タイトル', email: 'メール' };

function TestForm(props: Props) {
  const form = useAppForm({ schema, initialValues: { title: '', email: '' } });
  return (
    <FormFrame
      form={form}
      name="テスト"
      labels={labels}
      onSave={() => Promise.resolve()}
      describeFailure={(error) => error as { message: string }}
      {...props}
    >
      <TextInput label="タイトル" {...form.getInputProps('title')} />
      <TextInput label="メール" {...form.getInputProps('email')} />
    </FormFrame>
  );
}

async function renderForm(props: Props = {}) {
  const root = createRootRoute();
  const form = createRoute({ getParentRoute: () => root, path: '/', component: () => <TestForm {...props} /> });
  const other = createRoute({ getParentRoute: () => root, path: '/community', component: () => <p>別の画面</p> });
  const router = createRouter({
    routeTree: root.addChildren([form, other]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findByRole('form', { name: 'テスト' });
  return { router, user: userEvent.setup({ delay: null }) };
}

const title = () => screen.getByRole('textbox', { name: 'タイトル' });
const email = () => screen.getByRole('textbox', { name: 'メール' });
const save = () => screen.getByRole('button', { name: '保存' });

afterEach(cleanup);

test('a field shows no error before it was left for the first time, and then validates at every key', async () => {
  const { user } = await renderForm();
  await user.type(email(), 'a');
  expect(screen.queryByText('メールアドレスの形で入力してください。')).toBeNull();
  await user.tab();
  await screen.findByText('メールアドレスの形で入力してください。');
  await user.type(email(), '@example.jp');
  expect(screen.queryByText('メールアドレスの形で入力してください。')).toBeNull();
  await user.type(title(), '六文字以上です');
  expect(screen.queryByText('5文字以内にしてください。')).toBeNull();
  await user.tab();
  await screen.findByText('5文字以内にしてください。');
});

test('saving an invalid form lists the errors, focuses the list, and links to the fields', async () => {
  const onSave = vi.fn<Save>(() => Promise.resolve());
  const { user } = await renderForm({ onSave });
  await user.click(save());

  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('入力内容を確かめてください（1件）');
  expect(document.activeElement).toBe(summary);
  await user.click(screen.getByRole('button', { name: 'タイトル' }));
  expect(document.activeElement).toBe(title());
  expect(onSave).not.toHaveBeenCalled();
});

test('a failed save is announced to screen readers without moving the focus of a user who keeps typing', async () => {
  let fail: (error: object) => void = () => undefined;
  const onSave = vi.fn<Save>(() => new Promise<void>((_, reject) => (fail = reject)));
  const { user } = await renderForm({ onSave });
  await user.type(title(), '題{Enter}');
  await user.click(email());
  fail({ message: '接続できませんでした。' });

  expect((await screen.findByRole('alert')).textContent).toBe('接続できませんでした。');
  expect(document.activeElement).toBe(email());
});

test('a form submits the parsed values once, however often 保存 (save) is pressed', async () => {
  let end: () => void = () => undefined;
  const onSave = vi.fn<Save>(() => new Promise<void>((resolve) => (end = resolve)));
  const onSaved = vi.fn<(saved: unknown) => void>();
  const { user } = await renderForm({ onSave, onSaved });
  await user.type(title(), ' 題 ');
  await user.dblClick(save());
  await user.keyboard('{Control>}s{/Control}');

  expect(onSave.mock.calls).toEqual([[{ title: '題', email: '' }, expect.objectContaining({ over: undefined })]]);
  expect(screen.getByRole('status').textContent).toBe('保存中…');
  act(() => end());
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
});

test.each([
  ['Linux x86_64', '{Control>}s{/Control}', '{Meta>}s{/Meta}'],
  ['MacIntel', '{Meta>}s{/Meta}', '{Control>}s{/Control}'],
])('on %s %s saves a form, and neither %s nor a key of an IME composition does', async (platform, saving, other) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  const onSave = vi.fn<Save>(() => Promise.resolve());
  const { user } = await renderForm({ onSave });
  await user.type(title(), '題');
  expect(fireEvent.keyDown(title(), { key: 'Enter', keyCode: 229 })).toBe(false);
  for (const held of [{ ctrlKey: true }, { metaKey: true }])
    fireEvent.keyDown(title(), { key: 's', ...held, isComposing: true });
  await user.keyboard(other);
  expect(onSave).not.toHaveBeenCalled();
  await user.keyboard(saving);
  await waitFor(() => expect(onSave).toHaveBeenCalledTimes(1));
});

test('the server’s field errors are shown at their fields, also after a field only gets and loses the focus', async () => {
  const failure = {
    message: 'だめでした。',
    fieldErrors: [
      { path: 'title', message: '使われています。' },
      { path: 'thumbnail', message: 'ありません。' },
    ],
  };
  const { user } = await renderForm({ onSave: () => Promise.reject(failure) });
  await user.type(title(), '題');
  await user.click(save());

  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('ありません。');
  await waitFor(() => expect(title().getAttribute('aria-invalid')).toBe('true'));
  await user.click(title());
  await user.tab();
  expect(screen.getAllByText('使われています。')).toHaveLength(2);
  await user.type(title(), 'は');
  expect(screen.queryByText('使われています。')).toBeNull();
});

test("the server's errors on the form, and on fields that the form lacks, are shown once", async () => {
  const message = '指定されたセクションがありません。';
  const fieldErrors = [{ path: 'sectionId', message }];
  const { user } = await renderForm({
    onSave: () => Promise.reject(Object.assign(new Error(message), { fieldErrors })),
  });
  await user.type(screen.getByLabelText('タイトル'), '題');
  await user.click(screen.getByRole('button', { name: '保存' }));

  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('a form whose save failed keeps its values and can be saved again', async () => {
  const onSave = vi.fn<Save>().mockRejectedValueOnce({ message: '接続できませんでした。' }).mockResolvedValueOnce('ok');
  const onSaved = vi.fn<(saved: unknown) => void>();
  const { user } = await renderForm({ onSave, onSaved });
  await user.type(title(), '題');
  await user.click(save());
  await screen.findByText('接続できませんでした。');
  expect((title() as HTMLInputElement).value).toBe('題');
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('ok'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test("a form asks before it overwrites another user's newer version", async () => {
  const newer = { message: '新しい内容があります。', newer: { at: '2026-11-20T01:05:00Z' } };
  const onSave = vi.fn<Save>().mockRejectedValueOnce(newer).mockResolvedValueOnce('ok');
  const { user } = await renderForm({ onSave });
  await user.type(title(), '題');
  await user.click(save());
  expect((await screen.findByRole('dialog')).textContent).toMatch(
    /ほかの人が.*11月20日 \d\d:\d\dに同じところを変えて保存しました。/,
  );
  await user.click(screen.getByRole('button', { name: '自分の内容で上書き' }));

  await waitFor(() =>
    expect(onSave).toHaveBeenLastCalledWith(
      { title: '題', email: '' },
      expect.objectContaining({ over: newer.newer.at }),
    ),
  );
});

test('a form asks before unsaved changes are discarded, and not when there are none', async () => {
  const { router, user } = await renderForm();
  await user.type(title(), '題');
  void router.navigate({ to: '/community' });
  await user.click(await screen.findByRole('button', { name: 'キャンセル' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/');
  void router.navigate({ to: '/community' });
  await user.click(await screen.findByRole('button', { name: '保存せずに移動' }));
  await screen.findByText('別の画面');
});

test('a form can be left without a question when nothing was changed or everything was saved', async () => {
  const { router, user } = await renderForm();
  await user.type(title(), '題');
  await user.click(save());
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  void router.navigate({ to: '/community' });
  await screen.findByText('別の画面');
});

test('what is typed while a save is running counts as unsaved after it', async () => {
  let end: () => void = () => undefined;
  const onSaved = vi.fn<(saved: unknown) => void>();
  const { router, user } = await renderForm({ onSave: () => new Promise<void>((resolve) => (end = resolve)), onSaved });
  await user.type(title(), '題');
  await user.click(save());
  await user.type(email(), 'a');
  act(() => end());
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
  void router.navigate({ to: '/community' });
  await screen.findByRole('button', { name: '保存せずに移動' });
});
