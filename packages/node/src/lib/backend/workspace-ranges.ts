import { createHash } from 'node:crypto'
import { type OpenWorkspaceRequest, workspaceVariables } from '@amelia/core/plugin'
import type { Slot } from '../git/slot/slot.ts'
import { listRanges } from '../range/list-ranges.ts'
import { type Range, reserveRange } from '../range/reserve-range.ts'

/** The ranges of a backend's open workspaces. */
export interface WorkspaceRanges {
  /** Reserves a range for a slot, the same one as before if that is free, and sets the slot's variables. */
  reserve(slot: Slot, request: OpenWorkspaceRequest & { lease: string }): Promise<void>
  /** Releases the range of a slot. */
  release(slot: Slot): Promise<void>
  /** Releases the ranges of a lease, with those of workspaces that were abandoned. */
  releaseAll(runId: string, lease: string): Promise<void>
}

/** Throws `OPTION_INVALID` if no range can begin at `portBase`. */
export const createWorkspaceRanges = (portBase: number | undefined): WorkspaceRanges => {
  let ranges = portBase === undefined ? undefined : listRanges(portBase)
  const reserved = new Map<Range, string>()
  const keyOf = (runId: string, lease: string): string => `${runId}/${lease}`
  const free = async (range: Range): Promise<void> => {
    reserved.delete(range)
    await range.release()
  }
  return {
    async reserve(slot, request) {
      ranges ??= listRanges()
      const range = await reserveRange(ranges, slot.range?.port)
      reserved.set(range, keyOf(request.runId, request.lease))
      slot.range = range
      slot.env = {
        ...workspaceVariables(request, nameSlot(range, request.claim)),
        AMELIA_WORKSPACE: slot.workspace,
        ...range.env,
      }
    },
    async release({ range }) {
      if (range) await free(range)
    },
    async releaseAll(runId, lease) {
      for (const [range, key] of reserved) if (key === keyOf(runId, lease)) await free(range)
    },
  }
}

/** Machines that share a run have ranges with the same numbers. */
const nameSlot = ({ number }: Range, claim: string | undefined): string =>
  claim === undefined
    ? String(number)
    : `${number}-${createHash('sha256').update(claim).digest('hex').slice(0, 8)}`
