import type { Host, HostConfinement } from '../../contract/host.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Returns the confinement of a new run's processes; undefined if the host does not report any. Throws
 * `PLATFORM_UNSUPPORTED` if the level requires one that the machine does not have.
 */
export const checkConfinement = ({ confinement }: Pick<Host, 'confinement'>): HostConfinement | undefined => {
  const { level = 'off', on = true } = confinement ?? {}
  if (!on && (level === 'files' || level === 'required')) throw unsupported('The run', confinement)
  return confinement
}

/**
 * Returns whether a confined run goes on without confinement, because the caller turned it off. Throws
 * `PLATFORM_UNSUPPORTED` if this machine cannot keep it.
 */
export const losesConfinement = (
  runId: string,
  was: HostConfinement | undefined,
  { confinement }: Pick<Host, 'confinement'>,
): boolean => {
  if (was?.on !== true || confinement?.on === true) return false
  if (confinement?.level === 'off') return true
  throw unsupported(`Run ${runId}`, confinement)
}

const unsupported = (run: string, confinement: HostConfinement | undefined): AmeliaError => {
  const { detail = 'its level of confinement is missing', remedy = '' } = confinement ?? {}
  const message = `${run} needs confined processes, and this host has none: ${detail}. ${remedy} To run without: --confine off.`
  return new AmeliaError('PLATFORM_UNSUPPORTED', message, { platform: 'confinement' })
}
