import type { InputDraft } from '../src/lib/machine/state/input/input.ts'

type Used = Extract<InputDraft, { type: 'session_used' }>

/** The usage of a developer's session in phase `a`. */
export const sessionUsed = (usage: Used['usage'], more: Partial<Used> = {}): Used => ({
  type: 'session_used',
  phaseId: 'a',
  session: 's',
  facts: { role: 'developer', driver: 'scripted' },
  usage,
  durationMs: 0,
  over: false,
  ...more,
})
