/** What a call must have before anything is sent (specification §5). */
import { RequiredParameterError } from './errors';
import { isId } from './shapes';

/** An id on its way into a path. @throws {RequiredParameterError} when it is missing or could leave its segment. */
export function requireId(value: string | null | undefined, parameter: string): string {
  if (!isId(value)) throw new RequiredParameterError(parameter);
  return value;
}

/** A payload or field on its way out. @throws {RequiredParameterError} when null or undefined. */
export function requireValue<T>(value: T | null | undefined, parameter: string): T {
  if (value === null || value === undefined) throw new RequiredParameterError(parameter);
  return value;
}
