import { AmeliaError } from '../../error/amelia-error.ts'
import { invalidOption } from '../../error/check/check-options.ts'
import { frozen } from '../../error/check/frozen.ts'
import { runId as runIdRule } from '../../error/check/run-id.ts'
import { recordsLost } from './records-lost.ts'

const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/

const checkRunId = (runId: string): string => {
  if (runIdRule.is(runId)) return runId
  const message = `${JSON.stringify(runId)} is not a valid id of a run. Use letters, digits, dots, hyphens and underscores.`
  throw invalidOption('runId', message)
}

const checkArtifactName = (name: string): void => {
  if (name.split('/').every((part) => segment.test(part) && !part.includes('..'))) return
  const message = `${JSON.stringify(name)} is not a valid artifact name. Use letters, digits, ".", "_" and "-", in folders separated by "/".`
  throw invalidOption('name', message)
}

const mostSentBytes = 65_536

const encodeSent = (value: unknown, most: number = mostSentBytes): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined && new TextEncoder().encode(text).length <= most) return text
  const why = text === undefined ? 'it is not a JSON value' : `it is larger than ${most} bytes`
  throw invalidOption('value', `Cannot send this value to a run: ${why}.`)
}

const leaseLost = (runId: string, otherwise: string): AmeliaError =>
  new AmeliaError('LEASE_LOST', `This process has lost the run ${runId} to another one: ${otherwise}.`, {
    runId,
  })

const describeReadable = (count: number, restore: string, repair: string): string =>
  count === 0
    ? `No record before it is readable. ${restore}, or start a new run: the commits of this run are on its branch.`
    : `${count === 1 ? 'The record before it is' : `The ${count} records before it are`} readable. ${restore}, or ${repair}.`

/** The rules that all run stores apply, and the errors that they throw. */
export const storeParts = /* @__PURE__ */ frozen({
  /** Returns the id of a run. Throws `OPTION_INVALID` for one that no stored run can have. */
  checkRunId,
  /** Throws `OPTION_INVALID` for a name that a store must not use: see `RunLease.keep`. */
  checkArtifactName,
  /** The bytes of a command in JSON that every store takes. */
  mostSentBytes,
  /** Encodes a command of at most `most` bytes. Throws `OPTION_INVALID` if it is not JSON, or too large. */
  encodeSent,
  /** Creates the error for a lost lease. `otherwise`: the state of the write. */
  leaseLost,
  /** Creates the error for a follower whose records are gone. `line`: the first of them. */
  recordsLost,
  /**
   * Says how many records before a damaged one are readable, and the remedies: `restore` is the beginning of
   * a sentence, and `repair` its end.
   */
  describeReadable,
})
