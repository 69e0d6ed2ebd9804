/** A dialect that changes nothing: requests and responses pass through the seam unchanged. */
import type { Dialect } from '@/api/dialect/dialect';

export const dialect: Dialect = { version: 'identity', toServer: (call) => call, toApp: (body) => body };
