/** Tests the messages of failed uploads that a proxy refused. */
import { expect, test } from 'vitest';

import { contentSchema } from '@/api/files/contents';
import { readAnswer } from '@/api/network/transport';
import { describeUploadError } from '@/queries/files/uploads';
import { describeSaveError } from '@/queries/save-errors';

test('fault: a proxy answers 413 with a web page → the message is about the size, not about a captive portal', async () => {
  const page = '<html><head><title>413 Request Entity Too Large</title></head><body>nginx</body></html>';
  const headers = { 'Content-Type': 'text/html' };
  const error: unknown = await readAnswer(new Response(page, { status: 413, headers }), contentSchema).catch(
    (refusal: unknown) => refusal,
  );

  expect(describeUploadError(error)).toBe(
    '画像が大きすぎるとして、サーバーの手前で断られました。小さくするか、担当者にお知らせください。',
  );
  expect(describeSaveError(error).message).toMatch(/^内容が大きすぎて保存できません。/);
});
