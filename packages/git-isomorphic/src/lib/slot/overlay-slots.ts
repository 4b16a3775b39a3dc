import { AmeliaError, type GitBackendV1, type Workspace, workspaceVariables } from '@amelia/core/plugin'
import { randomText } from '@amelia/store-key-value'
import type { GitFiles } from '../file/git-files.ts'
import type { ObjectStore } from '../object/object-store.ts'
import { createOverlayWorkspace, type OverlayWorkspace, type OwnFile } from '../overlay/overlay-workspace.ts'
import { createSlotRecord, readMove, readStored, removeStored, type SlotRecord } from './slot-record.ts'

interface Slot {
  /** `<lease>/<name>`. */
  readonly name: string
  readonly runId: string
  readonly lease: string
  readonly overlay: OverlayWorkspace
  readonly record: SlotRecord | undefined
  /** `left`: its process stopped. */
  use: 'open' | 'free' | 'kept' | 'left'
  /** The id of its workspace while it is open. */
  id: string
}

/** An earlier use of a slot. */
interface Earlier {
  tree: string
  own: readonly OwnFile[]
  /** Undefined if another process stored it. */
  slot?: Slot
  /** Gives it back unchanged. */
  release?(): void
  /** Removes it, and notes the slot that has its files now. */
  remove(movedTo: string): Promise<void>
}

export interface OverlaySlots
  extends Pick<GitBackendV1, 'openWorkspace' | 'closeWorkspace'>,
    Required<Pick<GitBackendV1, 'rescueWorkspace' | 'removeWorkspaces'>> {
  /** Opens the files of a commit without a slot. */
  lay(base: string): Promise<OverlayWorkspace>
  /** Throws `INTERNAL` for a workspace that is closed. */
  find(workspace: Workspace): OverlayWorkspace
  /** Stores the state of a workspace that was reset. */
  noteReset(workspace: Workspace): Promise<void>
}

export interface OverlaySlotsOptions {
  store: ObjectStore
  files: GitFiles
  /** Returns the tree of a commit. */
  treeOf(name: string): Promise<string>
  /** Whether open slots are stored below the git dir. */
  durable: boolean
}

/** The folder of the git dir with the stored slots: `<run>/<lease>/<slot>`. */
const slotsFolder = 'amelia/slots'
/** The most times that a slot was moved. */
const mostMoves = 1000

/** The overlays of a repository by slot. */
export const createOverlaySlots = ({ store, files, treeOf, durable }: OverlaySlotsOptions): OverlaySlots => {
  const slots = new Map<string, Slot>()
  const moved = new Map<string, string>()
  /** Stands for a missing lease; unique to this backend. */
  const noLease = `none-${randomText(8)}`
  let made = 0
  let opened = 0

  const keyOf = (runId: string, name: string): string => `${runId}/${name}`
  const folderOf = (key: string): string => `${slotsFolder}/${key}`
  const byId = ({ id }: Workspace): Slot | undefined =>
    [...slots.values()].find((slot) => slot.use === 'open' && slot.id === id)
  const lay = async (base: string, tree = base, record?: SlotRecord): Promise<OverlayWorkspace> =>
    createOverlayWorkspace(store, {
      base: await treeOf(base),
      tree: await treeOf(tree),
      exclude: (await files.readText('info/exclude')) ?? '',
      ...(record && { onChange: (file) => record.add(file) }),
    })
  const create = async (
    { runId, lease, again }: { runId: string; lease: string; again?: Slot | undefined },
    { base, tree }: { base: string; tree: string },
  ): Promise<Slot> => {
    const name = again?.name ?? `${lease}/slot-${++made}`
    const key = keyOf(runId, name)
    const record = again?.record ?? (durable ? createSlotRecord(files, folderOf(key)) : undefined)
    const overlay = await lay(base, tree, record)
    const slot: Slot = { name, runId, lease, overlay, record, use: 'open', id: `overlay-${++opened}` }
    slots.set(key, slot)
    return slot
  }
  const begin = async (slot: Slot, base: string, phase?: string): Promise<Workspace> => {
    await slot.record?.begin(slot.overlay.tree, await slot.overlay.readOwn())
    const { id, name, runId, overlay } = slot
    const of = { runId, ...(phase !== undefined && { phase }) }
    const env = workspaceVariables(of, name.replace('/', '-'))
    return { id, base, slot: name, env, fs: overlay.fs }
  }
  /** Follows a slot to the one that has its files now. */
  const follow = async (runId: string, name: string): Promise<string> => {
    let at = name
    for (let moves = 0; moves < mostMoves; moves++) {
      const key = keyOf(runId, at)
      const next = slots.has(key) ? undefined : (moved.get(key) ?? (await readStoredMove(key)))
      if (next === undefined || !isSlotName(next)) return at
      at = next
    }
    return at
  }
  const readStoredMove = async (key: string): Promise<string | undefined> =>
    durable ? readMove(files, folderOf(key)) : undefined
  /** Marks a slot as in use at once: other calls must not take it before it is opened. */
  const claim = (slot: Slot): Slot => Object.assign(slot, { use: 'open', id: '' })
  /** Finds a slot of this process or in the git dir; undefined unless it has one of these uses. */
  const findEarlier = async (
    runId: string,
    name: string,
    uses: readonly Slot['use'][],
  ): Promise<Earlier | undefined> => {
    if (!isSlotName(name) || !isSafe(runId)) return undefined
    const key = keyOf(runId, await follow(runId, name))
    const slot = slots.get(key)
    if (slot) {
      if (!uses.includes(slot.use)) return undefined
      const { use } = slot
      claim(slot)
      const release = (): void => void (slot.use = use)
      const remove = async (movedTo: string): Promise<void> => {
        slots.delete(key)
        moved.set(key, movedTo)
        await slot.record?.remove(movedTo)
      }
      return { tree: slot.overlay.tree, own: await slot.overlay.readOwn(), slot, release, remove }
    }
    const stored = durable ? await readStored(files, folderOf(key)) : undefined
    if (!stored || !uses.includes(stored.use === 'open' ? 'left' : 'kept')) return undefined
    return { ...stored, remove: (movedTo) => removeStored(files, folderOf(key), movedTo) }
  }
  /** Puts the files of an earlier slot into another one. */
  const copyTo = async ({ overlay }: Slot, { tree, own }: Earlier): Promise<void> => {
    await overlay.reset(tree, [])
    await overlay.restore(own)
  }

  const openWith = async (
    earlier: Earlier | undefined,
    open: () => Promise<Workspace>,
  ): Promise<Workspace> => {
    try {
      return await open()
    } catch (error) {
      earlier?.release?.()
      throw error
    }
  }

  return {
    lay,
    find(workspace) {
      const found = byId(workspace)
      if (found !== undefined) return found.overlay
      throw new AmeliaError(
        'INTERNAL',
        `Workspace ${workspace.id} is closed, or belongs to another backend.`,
        {
          where: 'isomorphic-git',
        },
      )
    },
    async noteReset(workspace) {
      const slot = byId(workspace)
      await slot?.record?.begin(slot.overlay.tree, await slot.overlay.readOwn())
    },
    async openWorkspace({ runId, phase, lease = noLease, base, tree = base, slot: name }) {
      const earlier = name === undefined ? undefined : await findEarlier(runId, name, ['free', 'kept'])
      const isFree = (slot: Slot): boolean =>
        slot.use === 'free' && slot.runId === runId && slot.lease === lease
      const free = earlier ? undefined : [...slots.values()].find(isFree)
      const again = earlier ? earlier.slot : free && claim(free)
      const isOwn = again?.lease === lease
      return openWith(earlier, async () => {
        const slot = await create({ runId, lease, again: isOwn ? again : undefined }, { base, tree })
        if (earlier) {
          await copyTo(slot, earlier)
          await slot.overlay.continueAt(await treeOf(tree))
        }
        const workspace = await begin(slot, base, phase)
        if (earlier && !isOwn) await earlier.remove(slot.name)
        return workspace
      })
    },
    async rescueWorkspace({ runId, lease = noLease, slot: name, base, tree = base }) {
      const earlier = await findEarlier(runId, name, ['kept', 'left'])
      if (!earlier) return undefined
      return openWith(earlier, async () => {
        const slot = await create({ runId, lease }, { base, tree })
        await copyTo(slot, earlier)
        await slot.overlay.trackAt(await treeOf(tree))
        const workspace = await begin(slot, base)
        // Last: a process that dies before loses nothing.
        await earlier.remove(slot.name)
        return workspace
      })
    },
    async closeWorkspace(workspace, { abandoned = false, keep = false } = {}) {
      const slot = byId(workspace)
      if (!slot) return
      if (keep && !abandoned) {
        slot.use = 'kept'
        return slot.record?.keep()
      }
      slot.use = 'free'
      if (abandoned) slots.delete(keyOf(slot.runId, slot.name))
      await slot.record?.remove()
    },
    async removeWorkspaces(runId, { lease = noLease, all = false, over = all, rescuable = false } = {}) {
      for (const [key, slot] of slots) {
        if (slot.runId !== runId) continue
        if (slot.use === 'kept' ? !all : slot.use === 'left' ? !over : slot.lease !== lease) continue
        if (slot.use === 'open' && rescuable) slot.use = 'left'
        else {
          slots.delete(key)
          await slot.record?.remove()
        }
      }
      if (over) for (const key of moved.keys()) if (key.startsWith(`${runId}/`)) moved.delete(key)
      if (!durable || !over || !isSafe(runId)) return
      for (const other of await files.list(`${slotsFolder}/${runId}`)) {
        const folder = `${slotsFolder}/${runId}/${other}`
        for (const name of await files.list(folder)) {
          if (slots.has(keyOf(runId, `${other}/${name}`))) continue
          const stored = await readStored(files, `${folder}/${name}`)
          if (all || stored?.use !== 'kept') await removeStored(files, `${folder}/${name}`)
        }
        await files.removeEmpty(folder)
      }
      await files.removeEmpty(`${slotsFolder}/${runId}`)
      await files.removeEmpty(slotsFolder)
    },
  }
}

const isSafe = (part: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(part)

/** Whether a text from a journal names a slot. */
const isSlotName = (name: string): boolean => {
  const [lease = '', slot = '', ...rest] = name.split('/')
  return rest.length === 0 && isSafe(lease) && /^slot-[1-9]\d{0,8}$/.test(slot)
}
