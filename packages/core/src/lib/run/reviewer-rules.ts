import { oneOf, optional, shape } from '../error/check/rule.ts'

/** The members are checked when a run takes the reviewer. */
export const aDriver = optional(shape('a driver, such as claude()', {}))
export const aScope = optional(oneOf('phase', 'run'))
