import { oneOf, optional, shape } from '../error/check/rule.ts'

/** The options that reviewers share. The driver's members are checked when a run takes the reviewer. */
export const reviewerRules = {
  driver: optional(shape('a driver, such as claude()', {})),
  scope: optional(oneOf('phase', 'run')),
}
