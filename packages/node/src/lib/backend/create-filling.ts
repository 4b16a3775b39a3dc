import { dirname } from 'node:path'
import type { Confinement } from '@amelia/core/plugin'
import { checkSetup } from '../git/setup/check-setup.ts'
import { fillWorkspace } from '../git/slot/fill-workspace.ts'
import type { Slot } from '../git/slot/slot.ts'
import type { NativeGitOptions } from './native-git-options.ts'
import type { RepositoryAccess } from './repository-access.ts'

/** The content of a slot. */
interface SlotContent {
  runId: string
  base: string
  tree: string
  /** Whether the attempt continues on the files that the slot has. */
  continues?: boolean
  /** How its set-up is confined. */
  confinement: Confinement | undefined
}

/**
 * Returns the function that fills slots, and runs their set-up. `signalOf`: ends the set-ups of a lease's
 * folder. Throws `OPTION_INVALID` for an invalid set-up.
 */
export const createFilling = (
  options: NativeGitOptions,
  { locate, findIdentity }: Pick<RepositoryAccess, 'locate' | 'findIdentity'>,
  signalOf: (leaseFolder: string) => AbortSignal,
): ((slot: Slot, content: SlotContent) => Promise<void>) => {
  const { graceMs = 5000, passEnv = [], env = {}, setupLimitMs = 1_200_000 } = options
  const asked = checkSetup(options)
  return async (slot, { runId, base, tree, continues = false, confinement }) => {
    if (!continues) await slot.range?.empty()
    const repository = await locate()
    const signal = signalOf(dirname(slot.folder))
    const limits = {
      ...{ passEnv, env: { ...slot.env, ...env }, graceMs, limitMs: setupLimitMs, signal },
      ...(confinement && { confinement }),
    }
    await fillWorkspace(repository, slot, {
      ...{ base, tree, continues },
      refsPrefix: `refs/amelia/${runId}/`,
      identity: (await findIdentity(repository))?.author ?? null,
      setup: asked && { ...asked, limits },
    })
  }
}
