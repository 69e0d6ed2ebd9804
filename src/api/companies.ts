/** Companies as the API speaks of them; there is no delete (specification §7). */
import * as z from 'zod/mini';

import { request } from './client';
import { requireId, requireValue } from './require';
import {
  defaulted,
  idSchema,
  optionalField,
  type Page,
  type PageQuery,
  pageSchema,
  timestampSchema,
  startedFrom,
} from './shapes';

export const companySchema = z.object({
  id: idSchema,
  name: z.string(),
  note: defaulted(z.string(), ''),
  userCount: defaulted(z.number(), 0),
  /** How the active learners are doing, where one company is asked for; undefined of servers that do not say. */
  figures: optionalField(
    z.object({
      learnerCount: z.number(),
      /** The mean share of lessons read, 0 to 1. */
      meanShare: z.number(),
      behindCount: z.number(),
    }),
  ),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type Company = z.infer<typeof companySchema>;

export const newCompanySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  note: z.optional(z.string().check(z.maxLength(5000))),
});
export type NewCompany = z.input<typeof newCompanySchema>;

export const updateCompanySchema = z.extend(z.partial(newCompanySchema), startedFrom);
export type UpdateCompany = z.input<typeof updateCompanySchema>;

/** Lists companies; ADMIN and TEACHER only. */
export function fetchCompanies(page?: PageQuery, signal?: AbortSignal): Promise<Page<Company>> {
  return request('/companies/', pageSchema(companySchema), { query: page, signal });
}

/** Fetches one company. @throws {ApiError} 404 for another company when the user is STAFF. */
export function fetchCompany(companyId: string, signal?: AbortSignal): Promise<Company> {
  return request(`/companies/${requireId(companyId, 'companyId')}`, companySchema, { signal });
}

/** Creates a company. */
export function createCompany(newCompany: NewCompany): Promise<Company> {
  return request('/companies/', companySchema, { method: 'POST', json: requireValue(newCompany, 'newCompany') });
}

/** Changes a company; left-out fields stay. */
export function updateCompany(companyId: string, updateCompany: UpdateCompany): Promise<Company> {
  const json = requireValue(updateCompany, 'updateCompany');
  return request(`/companies/${requireId(companyId, 'companyId')}`, companySchema, { method: 'PATCH', json });
}
