/** The one way to a form: Mantine's, checked by the resource's schema; nothing is wrong before a field was left once. */
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo, useRef } from 'react';
import * as z from 'zod/mini';

import './form-messages';

/** A form of the app: its values as they are typed, and as the schema hands them on (trimmed, for one). */
export type AppForm<Values, Output = Values> = UseFormReturnType<Values, Output>;

export interface AppFormOptions<S extends z.core.$ZodType<unknown, object>> {
  /** The resource's input schema, e.g. `newCourseSchema`; the same one must be given at every render. */
  schema: S;
  initialValues: z.input<S>;
}

/**
 * Makes a form. A field is checked when it is left for the first time, from then on at every change, and all of them
 * when the form is saved. `getInputProps` carries the error, FormFrame the rest.
 */
export function useAppForm<S extends z.core.$ZodType<unknown, object>>({ schema, initialValues }: AppFormOptions<S>) {
  const left = useRef(new Set<string>());
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  return useForm<z.input<S>, z.output<S>>({
    initialValues,
    validate,
    transformValues: (values) => z.parse(schema, values),
    // The given props are the very object that the result is written into.
    enhanceGetInputProps: ({ inputProps: { onChange, error }, field, form }) => ({
      onChange: (...args: unknown[]) => {
        onChange(...args);
        if (left.current.has(field)) form.validateField(field);
      },
      onBlur: () => {
        left.current.add(field);
        // An error that stands belongs to this very value; the server's own would be wiped away.
        if (!error) form.validateField(field);
      },
    }),
  });
}
