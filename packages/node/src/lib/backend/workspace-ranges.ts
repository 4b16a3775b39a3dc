import { createHash } from 'node:crypto'
import { type OpenWorkspaceRequest, workspaceVariables } from '@amelia/core/plugin'
import type { Slot } from '../git/slot/slot.ts'
import { listRanges } from '../range/list-ranges.ts'
import { findServers } from '../process/server-of.ts'
import { type Range, removeLeftRanges, reserveRange } from '../range/reserve-range.ts'

/** The ranges of a backend's open workspaces. */
export interface WorkspaceRanges {
  /** Reserves a range for a slot, the same one as before if that is free, and sets the slot's variables. */
  reserve(slot: Slot, request: OpenWorkspaceRequest & { lease: string }): Promise<void>
  /** Releases the range of a slot. */
  release(slot: Slot): Promise<void>
  /**
   * Releases the ranges of a lease, with those of workspaces that were abandoned. Those with a server stay
   * until it ends, unless `all`.
   */
  releaseAll(runId: string, lease: string, options: { all: boolean }): Promise<void>
}

/** Throws `OPTION_INVALID` if no range can begin at `portBase`. */
export const createWorkspaceRanges = (portBase: number | undefined): WorkspaceRanges => {
  let ranges = portBase === undefined ? undefined : listRanges(portBase)
  const reserved = new Map<Range, { key: string; workspace: string }>()
  const keyOf = (runId: string, lease: string): string => `${runId}/${lease}`
  const free = async (range: Range): Promise<void> => {
    reserved.delete(range)
    await range.release()
  }
  return {
    async reserve(slot, request) {
      ranges ??= listRanges()
      const range = await reserveRange(ranges, slot.range?.port)
      const { workspace } = slot
      reserved.set(range, { key: keyOf(request.runId, request.lease), workspace })
      slot.range = range
      slot.env = {
        ...workspaceVariables(request, nameSlot(range, request.claim)),
        AMELIA_WORKSPACE: workspace,
        ...range.env,
      }
    },
    async release({ range }) {
      if (range) await free(range)
    },
    async releaseAll(runId, lease, { all }) {
      for (const [range, { key, workspace }] of reserved) {
        if (key !== keyOf(runId, lease)) continue
        const servers = all ? [] : findServers(workspace)
        if (servers.length === 0) await free(range)
        else {
          reserved.delete(range)
          range.leaveTo(servers)
        }
      }
      // An earlier process of the run may have left some to servers that have ended by now.
      await removeLeftRanges().catch(() => {})
    },
  }
}

/** Machines that share a run have ranges with the same numbers. */
const nameSlot = ({ number }: Range, claim: string | undefined): string =>
  claim === undefined
    ? String(number)
    : `${number}-${createHash('sha256').update(claim).digest('hex').slice(0, 8)}`
