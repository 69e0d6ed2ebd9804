/** Tests that a successful save deletes the form's draft on the device. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { useAppForm } from '@/ui/forms/use-app-form';
import { useSave } from '@/ui/forms/use-save';

const schema = z.object({ title: z.string() });

afterEach(cleanup);

test("a save deletes the form's draft, but keeps it when something was typed during the save", async () => {
  const drop = vi.fn<() => void>();
  let end: () => void = () => undefined;
  const { result } = renderHook(() => {
    const form = useAppForm({ schema, initialValues: { title: '' } });
    const saving = useSave({
      form,
      labels: { title: 'タイトル' },
      onSave: () => new Promise<void>((resolve) => (end = resolve)),
      describeFailure: () => ({ message: '保存できませんでした。' }),
      draft: {
        offeredAt: undefined,
        hasFailed: false,
        restore: vi.fn<() => void>(),
        discard: vi.fn<() => void>(),
        drop,
      },
    });
    return { type: (title: string) => form.setFieldValue('title', title), save: () => saving.overwrite() };
  });
  act(() => result.current.type('一'));
  act(() => result.current.save());
  act(() => result.current.type('一二'));
  await act(async () => end());

  expect(drop).not.toHaveBeenCalled();
  act(() => result.current.save());
  await act(async () => end());

  expect(drop).toHaveBeenCalledOnce();
});

test('of a refusal, errors of fields that the form lacks are shown with the names of these fields', async () => {
  const refused = [
    { path: 'title', message: 'too long' },
    { path: 'owner_id', message: 'Field required' },
  ];
  let fieldErrors = refused;
  const { result } = renderHook(() => {
    const form = useAppForm({ schema, initialValues: { title: '題' } });
    const saving = useSave({
      form,
      labels: { title: 'タイトル' },
      onSave: () => Promise.reject(new Error('refused')),
      describeFailure: () => ({
        message: fieldErrors.map(({ path, message }) => `${path}：${message}`).join(' '),
        fieldErrors,
      }),
    });
    return { words: saving.failure?.message, onFields: form.errors, save: () => saving.overwrite() };
  });
  await act(async () => result.current.save());

  expect(result.current.words).toBe('owner_id：Field required');
  expect(result.current.onFields).toEqual({ title: 'too long' });
  fieldErrors = refused.slice(1);
  await act(async () => result.current.save());

  expect(result.current.words).toBe('owner_id：Field required');
});
