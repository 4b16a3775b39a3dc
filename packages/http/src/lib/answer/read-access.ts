import { type Access, type Caller, levels } from '../access/caller.ts'
import type { Server } from '../server.ts'
import type { RemoteAccess } from '../access/remote-access.ts'

/** Whether a caller may do at least so much. */
export const mayDo = (caller: Caller, access: Access): boolean =>
  levels.indexOf(caller.access) >= levels.indexOf(access)

/** Tells a caller what the server and the caller's access allow. */
export const readAccess = ({ options, host }: Server, caller: Caller): RemoteAccess => ({
  access: caller.access,
  canStart: options.allowStart !== undefined && mayDo(caller, 'start'),
  canResume: options.allowResume !== undefined && mayDo(caller, 'start'),
  canRevert: host !== undefined && mayDo(caller, 'operate'),
  canCheck: options.checkPlan !== undefined,
})
