import type { Usage } from '../../../contract/driver.ts'

/** The usage of a session that ended with its process, read afterwards. */
export interface ReadUsage {
  /** The name that the session is charged under. */
  session: string
  /** The usage of this session, without earlier parts. */
  usage: Usage
}
