import type { Access } from './caller.ts'

/** The actions that a server allows a caller. */
export interface RemoteAccess {
  /** The access of the caller. */
  access: Access
  /** Whether the caller may start runs. */
  canStart: boolean
  /** Whether the caller may resume runs. */
  canResume: boolean
  /** Whether the caller may revert runs. */
  canRevert: boolean
  /** Whether the server checks plans. */
  canCheck: boolean
}
