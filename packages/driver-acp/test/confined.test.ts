import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import type { SessionRequest } from '@amelia/core/plugin'
import { workspaceFiles } from '@amelia/node'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConfinedPlace, confinedPlace } from '../../../test/fixtures/confined-place.ts'
import { createStage, profile, removeFolders, type Stage } from './stage.ts'

const { works, detail } = probeConfinement()

let place: ConfinedPlace
beforeEach(() => {
  place = confinedPlace()
})
afterEach(() => place.remove())
afterAll(removeFolders)

/** Runs a session of the agent in a confined workspace. */
const run = (stage: Stage, more: Partial<SessionRequest> = {}) => {
  const { workspace: dir, confinement } = place
  const read = [...confinement.read, join(import.meta.dirname, '../../..')]
  const workspace = {
    ...{ id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) },
    confinement: { ...confinement, read },
  }
  return stage.run({ workspace, ...more })
}

const stageWith = (projectSettings: string[] = []): Stage =>
  createStage({ profile: { ...profile, projectSettings } })

const texts = ({ emitted }: Stage): string[] =>
  emitted.flatMap((progress) => (progress.type === 'text' ? [progress.text] : []))

const edit = (path: string) => ({ calls: [{ kind: 'execute', rawInput: { command: 'x' }, write: path }] })

it('states whether this machine can confine', () => {
  if (!works) console.warn(`not covered: confined agents (${detail})`)
  expect(detail).not.toBe('')
})

describe.runIf(works)('a confined agent', () => {
  it('writes to its workspace and to nothing else', async () => {
    const stage = stageWith()
    stage.order(edit(join(place.outside, 'x')))
    await run(stage, { marker: 'run.lease.1' })
    stage.order(edit(join(place.workspace, 'x')))
    await run(stage)
    expect(texts(stage)).toEqual(['allow_once', 'EROFS', 'hello', 'allow_once', 'hello'])
    expect([readdirSync(place.outside), readdirSync(place.workspace)]).toEqual([[], ['x']])
    expect(stage.read('program.json')?.['cwd']).toBe(place.workspace)
  })

  it('runs commands in a session that only reads, and cannot write there', async () => {
    const stage = stageWith()
    stage.order(edit(join(place.workspace, 'x')))
    await run(stage, { access: 'read', role: 'reviewer' })
    expect(texts(stage)).toEqual(['allow_once', 'EROFS', 'hello'])
    expect(readdirSync(place.workspace)).toEqual([])
  })

  it('does not see settings of the workspace that start programs', async () => {
    const stage = stageWith(['agent.json', '.agent'])
    mkdirSync(join(place.workspace, '.agent'))
    writeFileSync(join(place.workspace, 'agent.json'), '{}')
    writeFileSync(join(place.workspace, '.agent/plugin.js'), '')
    stage.order(edit(join(place.workspace, 'agent.json')))
    await run(stage)
    expect(texts(stage)).toContain('EROFS')
    expect(readdirSync(join(place.workspace, '.agent'))).toEqual(['plugin.js'])
  })
})
