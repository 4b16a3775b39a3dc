import type { RunEvent, WatchedEvent } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { createPhaseLog } from './phase-log.ts'

const at = '2026-11-30T10:00:05.000Z'
const of = { at, runId: 'run', phaseId: '1' }
const view = {
  startedAt: Date.parse('2026-11-30T10:00:00.000Z'),
  ...{ columns: 60, ascii: false, paint: (text: string) => text },
}

const printed = (command: string, text: string): WatchedEvent => ({
  ...{ type: 'session_progress', afterSeq: 3, ...of },
  progress: { type: 'output', command, text },
})

describe('createPhaseLog', () => {
  it('shows the output of a check as it comes, below its command', () => {
    const log = createPhaseLog()
    log.add(printed('npm test', 'ok 1\nok 2\n'))
    log.add(printed('npm test', '\u001b[31mnot ok 3\u001b[0m\n'))
    log.add(printed('npm run lint', 'fine\n'))
    expect(log.lines('1', view)).toEqual([
      '00:05  running: npm test',
      ...['       │ ok 1', '       │ ok 2', '00:05  │ not ok 3'],
      ...['00:05  running: npm run lint', '       │ fine'],
    ])
  })

  it('shows the complete output of a step once it has ended, and not twice', () => {
    const log = createPhaseLog()
    log.add(printed('npm ci', 'added 3 packages\n'))
    const step = { ...of, seq: 4, type: 'step_completed', subtaskId: 's', stepId: 's1', action: 'command' }
    log.add({ ...step, command: 'npm ci', output: 'added 3 packages\ndone', durationMs: 5 } as RunEvent)
    const lines = log.lines('1', view)
    expect(lines.filter((line) => line.includes('added 3 packages'))).toHaveLength(1)
    expect(lines.at(-1)).toBe('       │ done')
  })
})
