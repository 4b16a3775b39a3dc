import type { Confinement, ConfineLevel } from '@amelia/core/plugin'

/** The least verdict of each commit, from the strictest. */
export const proofLevels = ['proven', 'signed', 'claimed'] as const

/** The least verdict of each commit: `signed` is `claimed` by a trusted key. */
export type ProofLevel = (typeof proofLevels)[number]

/** The formats of the output beside text and JSON. */
export const proofFormats = ['markdown', 'github'] as const

/** The flags of `amelia prove`. */
export interface ProveFlags {
  repo: string
  signatures?: boolean
  /** `true` without a value. */
  replay?: string | true
  seed?: string
  require?: ProofLevel
  allowedSigners?: string
  ref?: string[]
  plan?: string
  setup?: string[]
  passEnv?: string[]
  confine?: ConfineLevel
  confineNetwork?: Confinement['network']
  json?: boolean
  format?: (typeof proofFormats)[number]
}
