import type { TimelineBar } from './list-bars.ts'

/** An entry of the key: a kind of bar in a colour. */
export interface KeyEntry {
  kind: TimelineBar['kind']
  tone: string
  text: string
}

/** Returns the colour of a bar. */
export const toneOf = ({ to, outcome }: Pick<TimelineBar, 'to' | 'outcome'>): string =>
  to === undefined ? 'running' : (outcome ?? 'paused')

const attempts: readonly (readonly [tone: string, text: string])[] = [
  ['completed', 'Completed'],
  ['running', 'Running'],
  ['paused', 'Worked, then waited'],
  ['failed', 'Failed'],
  ['cancelled', 'Cancelled'],
  ['broken', 'Stopped with the engine'],
]

/** Lists the kinds and colours that the bars have, in a fixed order. */
export const listKey = (bars: readonly TimelineBar[]): KeyEntry[] => {
  const tones = new Set(bars.flatMap((bar) => (bar.kind === 'attempt' ? [toneOf(bar)] : [])))
  const has = (kind: TimelineBar['kind']): boolean => bars.some((bar) => bar.kind === kind)
  return [
    ...attempts.flatMap(([tone, text]) =>
      tones.has(tone) ? [{ kind: 'attempt' as const, tone, text }] : [],
    ),
    ...(has('session') ? [{ kind: 'session' as const, tone: '', text: 'Session of an agent' }] : []),
    ...(has('wait') ? [{ kind: 'wait' as const, tone: '', text: 'Waits' }] : []),
  ]
}
