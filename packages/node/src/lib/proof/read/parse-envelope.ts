import { createHash } from 'node:crypto'
import {
  AmeliaError,
  checkArgument,
  checkTreePath,
  type ProofEnvelope,
  type ProofStatement,
} from '@amelia/core/plugin'
import type { CommitStatement } from '../proof-report.ts'
import { proofLimits } from './proof-limits.ts'
import { statementRules } from './statement-rules.ts'

/** A statement with its envelope, whose signatures are not checked yet. */
export interface FoundStatement extends CommitStatement {
  /** The bytes that are signed. */
  payload: Buffer
}

/**
 * Reads an envelope and its statement, and trusts nothing in them. Returns why it is not one as a string.
 *
 * Both must be written exactly as `JSON.stringify` writes them, possibly in ASCII, so that a repeated key
 * cannot have a second meaning.
 */
export const parseEnvelope = (place: string, bytes: Uint8Array): FoundStatement | string => {
  try {
    const envelope = readJson('the envelope', bytes) as ProofEnvelope
    checkArgument('proof', 'envelope', envelope, statementRules.envelope)
    const payload = readBase64('the payload', envelope.payload)
    const statement = readJson('the payload', payload) as ProofStatement
    checkArgument('proof', 'statement', statement, statementRules.statement)
    const fault = findContradiction(statement)
    if (fault !== undefined) return fault
    return { place, envelope, payload, digest: createHash('sha256').update(payload).digest('hex'), statement }
  } catch (error) {
    if (AmeliaError.is(error) || error instanceof SyntaxError) return error.message.replace(/^proof: /, '')
    throw error
  }
}

const readJson = (name: string, bytes: Uint8Array): unknown => {
  if (bytes.byteLength > proofLimits.envelopeBytes)
    throw new SyntaxError(`${name} is larger than ${proofLimits.envelopeBytes} bytes.`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new SyntaxError(`${name} is not UTF-8.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SyntaxError(`${name} is not JSON.`)
  }
  const written = text.endsWith('\n') ? text.slice(0, -1) : text
  const forms = [JSON.stringify(value), JSON.stringify(value, null, 2)]
  if (forms.some((form) => written === form || written === inAscii(form))) return value
  throw new SyntaxError(`${name} is not written as JSON.stringify writes it: it may repeat a key.`)
}

/** Writes JSON with only ASCII characters. */
const inAscii = (json: string): string =>
  json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Decodes base64. Throws for any other spelling of the same bytes. */
export const readBase64 = (name: string, text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') === text) return bytes
  throw new SyntaxError(`${name} is not canonical base64.`)
}

/** Why the parts of a statement do not fit together; undefined if they do. */
const findContradiction = ({ subject, predicate }: ProofStatement): string | undefined => {
  const [commit, tree, parent] = subject
  const names = [commit.name, tree.name, parent.name].join(', ')
  if (names !== 'commit, tree, parent-tree')
    return 'the subjects are not the commit, its tree and the tree of its parent, in this order.'
  const digests = subject.map(({ digest }) => Object.keys(digest).join(', ')).join('; ')
  if (digests !== 'gitCommit; gitTree; gitTree') return 'the digests of the subjects are of other kinds.'
  const { kind, phase, replay } = predicate
  if ((kind === 'phase') !== (phase !== undefined)) return `a statement of kind ${kind} has the wrong phase.`
  const { red, checks, setup } = replay
  if (red && (red.on === 'base') !== (red.base !== undefined))
    return 'the red tests name a base, but were not run on it, or the reverse.'
  const runs = red ? [red.run, ...checks] : checks
  const paths = [
    ...runs.flatMap(({ overlays }) => overlays.flatMap((overlay) => overlay.paths)),
    ...(red?.testFiles ?? []),
    ...runs.flatMap(({ cwd }) => cwd ?? []),
    ...setup.flatMap(({ lockfiles }) => lockfiles.map(({ path }) => path)),
  ]
  const outside = paths.find((path) => !isTreePath(path))
  return outside === undefined
    ? undefined
    : `it names the path ${JSON.stringify(outside)}, which is not one of the tree's.`
}

const isTreePath = (path: string): boolean => {
  try {
    checkTreePath(path)
    return true
  } catch {
    return false
  }
}
