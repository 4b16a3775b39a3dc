import type { GateView, PhaseReport } from '@amelia/core'
import { memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { outputPage } from './output-page.ts'

it('has each try of a failed step once, with its full output', async () => {
  const { store } = memoryHost()
  const lease = await store.acquire('r')
  const outputFile = await lease.keep('output/step-s.txt', 'cc main.c\nall of it\nmain.c:3: error')
  const tries = [
    { name: 'command', command: 'make', problem: 'exited with 2 instead of 0', exitCode: 2 },
    { name: 'fallback 1 of 1', command: 'ninja', problem: 'could not start', exitCode: 127 },
  ]
  const failure = {
    ...{ class: 'verification_failed', message: 'It failed: make', command: 'make' },
    tries: [
      { ...tries[0], output: 'main.c:3: error', outputFile },
      { ...tries[1], output: 'ninja: not found' },
    ],
  }
  const { lines } = await outputPage({
    gate: {
      ...{ phaseIds: ['1'], question: 'It failed: make', suggestions: [] },
      details: ['command: make', 'main.c:3: error', 'fallback 1 of 1: ninja', 'ninja: not found'],
    } as unknown as GateView,
    phases: [{ id: '1', failure, checks: [] } as unknown as PhaseReport],
    runId: 'r',
    host: { store },
    columns: 80,
  })
  expect(lines).toEqual([
    ...['It failed: make', 'command: make', 'fallback 1 of 1: ninja'],
    ...[
      '',
      '1: command: make (exited with 2 instead of 0)',
      '| cc main.c',
      '| all of it',
      '| main.c:3: error',
    ],
    ...['', '1: fallback 1 of 1: ninja (could not start)', '| ninja: not found'],
  ])
})
