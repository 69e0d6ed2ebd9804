/**
 * Settings of zod, imported before the first schema: no compiled parsers, because the Content-Security-Policy forbids
 * eval.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });
