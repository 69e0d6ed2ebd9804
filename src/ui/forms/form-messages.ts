/** Tells zod what all forms say about a wrong field; imported with the first of them. */
import * as z from 'zod/mini';

import { describeIssue } from '@/lib/field-messages';

z.config({ customError: describeIssue });
