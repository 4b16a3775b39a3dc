import { expect, it } from 'vitest'
import type { TimelineBar } from './list-bars.ts'
import { listKey } from './list-key.ts'

const bar = (fields: Partial<TimelineBar>): TimelineBar => ({
  ...{ phaseId: '1', kind: 'attempt', from: 0, to: 1, label: 'Attempt 1' },
  ...fields,
})

it('explains every colour that is drawn, and no other', () => {
  const running: TimelineBar = { phaseId: '2', kind: 'attempt', from: 0, label: 'Attempt 1' }
  const bars = [bar({ outcome: 'broken' }), bar({ kind: 'wait' }), bar({ outcome: 'completed' }), running]
  expect(listKey(bars).map(({ text }) => text)).toEqual([
    'Completed',
    'Running',
    'Stopped with the engine',
    'Waits',
  ])
})
