import * as z from 'zod'

/** Inputs that several tools have. */
export const fields = {
  plan: z.string().min(1).describe('Path of the file or folder of the plan, in the repository'),
  select: z
    .string()
    .min(1)
    .optional()
    .describe('The heading of one plan in a file of several, such as Issue #18'),
  runId: z.string().min(1).describe('The id of the run, as in runs'),
  phaseId: z.string().min(1).describe('The id of a phase of the run, as in status'),
}
