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
