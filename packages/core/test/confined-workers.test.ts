import { expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import type { HostConfinement } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { workerPool } from './worker-pool.ts'

const on = (level: HostConfinement['level']): HostConfinement => ({ level, on: true, detail: 'bubblewrap' })
const none = (level: HostConfinement['level']): HostConfinement => ({ level, on: false, detail: 'no bwrap' })

/** Runs a phase on a worker. Returns the blocker of the question that is asked, if any. */
const runOn = async (run: HostConfinement, worker: HostConfinement | undefined) => {
  const memory = memoryHost()
  const driver = createScriptedDriver()
  const { dispatcher } = workerPool({ ...memory, confinement: worker }, driver)
  const { gates, status } = await (
    await createRun({
      ...{ host: { ...memory, confinement: run }, driver, dispatcher },
      plan: { phases: [{ id: 'a', title: 'a' }] },
      ...{ trust: 'autonomous', planApproved: true },
    })
  ).start()
  const [gate] = gates
  return gate === undefined ? status : `${gate.blocker}: ${gate.question}`
}

const refused =
  /^environment: (?:The run|Run \S+) needs confined processes, and this host has none: no bwrap\./

it.each([
  ['of a run that requires confinement', on('required'), none('auto'), refused],
  ['of a run whose level asks a person', on('files'), none('auto'), refused],
  ['whose own level is required', on('auto'), none('required'), refused],
  ['whose own level asks a person', none('off'), none('files'), refused],
])('a worker that cannot confine performs nothing %s', async (_, run, worker, expected) => {
  expect(await runOn(run, worker)).toMatch(expected)
})

it.each([
  ['that confines', on('required'), on('auto')],
  ['of a run that confines where it can', on('auto'), none('auto')],
  ['where it is turned off', on('required'), none('off')],
  ['that does not know, of a run that does not require it', on('auto'), undefined],
])('a worker performs the work %s', async (_, run, worker) => {
  expect(await runOn(run, worker)).not.toMatch(refused)
})
