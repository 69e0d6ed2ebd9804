/** Configures zod's error messages; imported by every form. */
import * as z from 'zod/mini';

import { describeIssue } from '@/lib/field-messages';

z.config({ customError: describeIssue });
