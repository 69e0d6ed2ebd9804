/**
 * Creates forms: Mantine's, validated by the resource's schema; a field shows no error before it was left for the first
 * time.
 */
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo, useRef } from 'react';
import * as z from 'zod/mini';

import { describeIssue } from '@/lib/field-messages';

// The messages of zod's errors, in every form.
z.config({ customError: describeIssue });

/** A form; `Values` as typed, `Output` as transformed by the schema (for example trimmed). */
export type AppForm<Values, Output = Values> = UseFormReturnType<Values, Output>;

export interface AppFormOptions<S extends z.core.$ZodType<unknown, object>> {
  /** The resource's input schema, e.g. `newCourseSchema`; must be the same object at every render. */
  schema: S;
  initialValues: z.input<S>;
}

/**
 * Creates a form. A field is validated when it is first left, then on every change; all fields are validated on save.
 * `getInputProps` includes the field's error; FormFrame shows the rest.
 */
export function useAppForm<S extends z.core.$ZodType<unknown, object>>({ schema, initialValues }: AppFormOptions<S>) {
  const left = useRef(new Set<string>());
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  return useForm<z.input<S>, z.output<S>>({
    initialValues,
    validate,
    transformValues: (values) => z.parse(schema, values),
    // Reads `error` first, because the result is merged into this same object `inputProps`.
    enhanceGetInputProps: ({ inputProps: { onChange, error }, field, form }) => ({
      onChange: (...args: unknown[]) => {
        onChange(...args);
        if (left.current.has(field)) form.validateField(field);
      },
      onBlur: () => {
        left.current.add(field);
        // Keeps an existing error: it belongs to this value, and may come from the server.
        if (!error) form.validateField(field);
      },
    }),
  });
}
