import type { RunSettings } from '../machine/settings.ts'

/** The rules that a preset sets. */
export type Preset = Pick<
  RunSettings,
  'concurrency' | 'onFailure' | 'trust' | 'units' | 'maxAttempts' | 'hooks'
>

/** Sets of rules, each an object to read and to change a copy of. */
export const presets = {
  /** A fresh session a phase, two attempts, the run drains after a failure (seed: phased-execution). */
  phased: {
    concurrency: 4,
    onFailure: 'halt',
    trust: 'standard',
    units: 'phase',
    maxAttempts: 2,
    hooks: 'on',
  },
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof presets
