import type { GateChoice, GateView } from '@amelia/core'
import { expect, it } from 'vitest'
import { choiceKeys } from '../../../question/choice-keys.ts'
import { phaseOf, viewOf } from '../../../../../test/fixtures/sample-view.ts'
import { decodeKeys } from '../../../terminal/screen/decode-keys.ts'
import { initialState, type LiveState, noteDrawn, withGates } from '../key/live-state.ts'
import { onKey } from '../key/on-key.ts'
import type { ViewRole } from '../key/step.ts'
import type { LiveModel } from './live-model.ts'
import { renderLive } from './render-live.ts'

const run = viewOf('A goal', [phaseOf('a', 'Work')])
const running = ['authentication', 'b'].map((phaseId) => ({ phaseId, stepId: `${phaseId}.12.34` }))
const choices = Object.keys(choiceKeys) as GateChoice[]
const gates = ['g', 'h'].flatMap((id): { gate: GateView; number: number }[] =>
  [
    ...choices.map((choice) => ({ kind: 'blocker' as const, choices: [choice], id: `${id}-${choice}` })),
    { kind: 'plan' as const, choices: ['approve' as const], id: `${id}-plan` },
    { kind: 'blocker' as const, choices: ['approve' as const], blocker: 'budget_exceeded' as const, id },
  ].map((gate, k) => ({
    gate: { phaseIds: [], question: 'What now?', details: [], suggestions: [], ...gate },
    number: k + 1,
  })),
)

const lastLines = (state: LiveState, role: ViewRole, more: Partial<LiveModel> = {}): string[] => {
  const model = { run, state, role, facts: new Map(), keys: true, leaves: true, ...more }
  const size = { columns: 80, rows: 24, ascii: false, paint: (text: string) => text, now: 0 }
  return renderLive(model, size).lines.slice(-2)
}

/** The last lines after keys that are each pressed after their frame has been seen. */
const after = (keys: string, role: ViewRole, open: typeof gates = []): string[] => {
  let state = withGates(initialState, open)
  let now = 0
  for (const key of decodeKeys(keys, true).keys) {
    state = noteDrawn(state, now)
    const order = run.plan.phases.map(({ id }) => id)
    const standing = { leaves: true, stops: true }
    const context = { plan: run.plan, running, order, pageRows: 5, hiddenLines: 999, role, ...standing }
    state = onKey(state, key, (now += 300), context).state
  }
  return lastLines(state, role)
}

const roles = ['run', 'watch', 'answer'] as const

it.each(roles)('all confirmations and footers fit 80 columns for the role %s', (role) => {
  const shown = [
    ...['', 'c', 'cc', 's', 's\r', 'p', 'q', '?'].flatMap((keys) => after(keys, role)),
    ...gates.flatMap((each) => after(choiceKeys[each.gate.choices[0]!], role, [each, ...gates.slice(0, 99)])),
    ...(['draining', 'cancelling', undefined] as const).flatMap((interruption) =>
      [withGates(initialState, gates), { ...withGates(initialState, gates), focus: 'g' }].flatMap((state) => {
        const { focus: _focus, ...idle } = state
        return [state, idle].flatMap((each) =>
          lastLines(each, role, { interruption, standing: 'Not running.' }),
        )
      }),
    ),
  ]
  const texts = [...new Set(shown)]
  expect(texts.length).toBeGreaterThan(role === 'answer' ? 10 : 15)
  expect(texts.filter((text) => text.endsWith('…'))).toEqual([])
})
