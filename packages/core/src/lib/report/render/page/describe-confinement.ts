import type { HostConfinement } from '../../../contract/host.ts'

/** Describes for people whether the processes of a run are confined. */
export const describeConfinement = ({ on, detail }: HostConfinement): string =>
  on ? `Processes: confined to their workspace (${detail}).` : `Processes: not confined (${detail}).`
