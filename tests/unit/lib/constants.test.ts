/** Tests the numbers of specification §9. */
import { expect, test } from 'vitest';

import * as constants from '@/lib/constants';

test('the constants have the values of specification §9', () => {
  expect(constants).toMatchObject({
    REQUEST_TIMEOUT_MS: 30_000,
    TRANSFER_STALL_MS: 30_000,
    CACHE_RETENTION_MS: 300_000,
    FRESH_MS: 30_000,
    READ_RETRIES: 3,
    READ_RETRY_CAP_MS: 30_000,
    TOAST_MS: 2000,
    SKELETON_DELAY_MS: 150,
    SCREEN_LOAD_TIMEOUT_MS: 120_000,
    IMAGE_BUCKET_MS: 3_600_000,
    MAX_PAGE_SIZE: 200,
    CONTENT_CONTAINER: 'pub-container',
  });
});
