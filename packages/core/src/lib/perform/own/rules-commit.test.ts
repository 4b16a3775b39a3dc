import { expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { rulesCommit } from './rules-commit.ts'

it('reads the files of an integrated phase once for all workspaces', () => {
  const { state } = createPerformer().performer
  let reads = 0
  const planned = {
    ...state.phases[0]!.planned,
    get files() {
      reads += 1
      return ['CLAUDE.md']
    },
  }
  const integrated = { commit: 'c1' }
  const later = { ...state, phases: [{ ...state.phases[0]!, planned, integrated }], integrated: [0] }
  const commits = [rulesCommit(later as never), rulesCommit(later as never)]
  expect([commits, reads]).toEqual([['c1', 'c1'], 1])
})
