import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { openWorkspace } from './open-workspace.ts'

/** Built here, so that no file of this repository contains text that looks like a secret. */
const secret = `ghp_${'aB3'.repeat(12)}`

/** A workspace of an earlier process, with this file, in the slot `old/1`. */
const begin = (content: string) => {
  const closed: { keep?: boolean }[] = []
  const fixture = createPerformer({
    git: (git): Partial<GitBackendV1> => ({
      async rescueWorkspace({ runId, slot, base }) {
        if (slot !== 'old/1') return undefined
        const left = await git.openWorkspace({ runId, base })
        await left.fs.writeFile('/half.txt', content)
        return left
      },
      closeWorkspace: async (workspace, options) => {
        closed.push(options ?? {})
        await git.closeWorkspace(workspace, options)
      },
    }),
  })
  const { performer, host } = fixture
  const base = performer.state.base
  const open = (slot: string, rescue: boolean) =>
    openWorkspace(performer, {
      type: 'open_workspace',
      ...{ phaseId: 'a', attempt: 1, dispatch: 2, base, from: base, slot },
      ...(rescue && { rescue }),
    })
  const files = async (): Promise<string[]> => performer.workspaces.get('a')!.fs.readdir('/')
  return { open, files, closed, ref: () => host.git.refs.get('refs/amelia/r1/attempt/a/1') }
}

describe('openWorkspace', () => {
  it('commits the tree of a dead process to the ref of the attempt, and continues with it', async () => {
    const { open, files, closed, ref } = begin('half')
    const opened = await open('old/1', true)
    expect(opened).toMatchObject({
      type: 'workspace_opened',
      dispatch: 2,
      rescued: { commit: ref(), files: ['half.txt'] },
    })
    expect(await files()).toContain('half.txt')
    expect(closed).toEqual([{ keep: false }])
  })

  it('keeps a tree that may not be committed, and opens nothing', async () => {
    const { open, closed, ref } = begin(`token: ${secret}`)
    expect(await open('old/1', true)).toMatchObject({
      type: 'attempt_refused',
      dispatch: 2,
      blocker: 'secret_in_change',
    })
    expect([closed, ref()]).toEqual([[{ keep: true }], undefined])
  })

  it('opens the tree of the commit if nothing is left, or nothing is to be rescued', async () => {
    for (const [slot, rescue] of [
      ['gone/1', true],
      ['old/1', false],
    ] as const) {
      const { open, files } = begin('half')
      expect(await open(slot, rescue)).not.toHaveProperty('rescued')
      expect(await files()).not.toContain('half.txt')
    }
  })
})
