/** Companies: schemas and calls. Companies cannot be deleted (specification §7). */
import * as z from 'zod/mini';

import { change, create, list, read, versionCapability } from './network/calls';
import { idSchema, openField, optionalField, timestampSchema, versionField } from './shapes';

/** The largest page of companies that carries figures: larger pages are read for their names only. */
export const FIGURES_PAGE_SIZE = 20;

export const companySchema = z.object({
  id: idSchema,
  name: z.string(),
  note: optionalField(z.string()),
  userCount: openField(z.number()),
  /**
   * Figures of the active learners, in the response for one company and in lists of at most {@link FIGURES_PAGE_SIZE}
   * companies; undefined where the server does not send them.
   */
  figures: optionalField(
    z.object({
      learnerCount: z.number(),
      /** Mean share of lessons read, 0 to 1. */
      meanShare: z.number(),
      behindCount: z.number(),
      /**
       * The numbers of people with the other statuses, counted like the user list's filter `state`; undefined from
       * older servers.
       */
      unstartedCount: optionalField(z.number()),
      steadyCount: optionalField(z.number()),
      finishedCount: optionalField(z.number()),
      suspendedCount: optionalField(z.number()),
      lastStudiedAt: optionalField(timestampSchema),
    }),
  ),
  createdAt: openField(timestampSchema),
  updatedAt: openField(timestampSchema),
});
export type Company = z.infer<typeof companySchema>;

export const newCompanySchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  note: z.optional(z.string().check(z.maxLength(5000))),
});
export type NewCompany = z.input<typeof newCompanySchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const companyFieldNames = { name: '企業名', note: 'メモ' } satisfies Record<keyof NewCompany, string>;

export const updateCompanySchema = z.extend(z.partial(newCompanySchema), versionField);
export type UpdateCompany = z.input<typeof updateCompanySchema>;

/** Lists companies; ADMIN and TEACHER only. */
export const fetchCompanies = list<Company>('/companies/', companySchema);

/** Fetches one company. @throws {ApiError} 404 for another company when the user is STAFF. */
export const fetchCompany = read('/companies/{id}', companySchema);

/** Creates a company. */
export const createCompany = create<NewCompany, Company>('/companies/', companySchema);

/** Changes a company; omitted fields stay unchanged. */
export const updateCompany = change<UpdateCompany, Company>('/companies/{id}', companySchema, {
  capabilities: versionCapability,
});
