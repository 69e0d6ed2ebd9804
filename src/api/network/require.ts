/** Checks required parameters of calls before anything is sent (specification §5). */
import { isId } from '@/api/shapes';

import { RequiredParameterError } from './errors';

/** Returns an id that is safe as a path segment. @throws {RequiredParameterError} when it is missing or malformed. */
export function requireId(value: string | null | undefined, parameter: string): string {
  if (!isId(value)) throw new RequiredParameterError(parameter);
  return value;
}

/** Returns a payload or field. @throws {RequiredParameterError} when it is null or undefined. */
export function requireValue<T>(value: T | null | undefined, parameter: string): T {
  if (value === null || value === undefined) throw new RequiredParameterError(parameter);
  return value;
}
