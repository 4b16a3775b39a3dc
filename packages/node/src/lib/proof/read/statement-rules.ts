import {
  type ProofCheck,
  type ProofClaims,
  type ProofEnvelope,
  type ProofFile,
  type ProofPlatform,
  type ProofPredicate,
  type ProofRed,
  type ProofReplay,
  type ProofSetup,
  type ProofSignature,
  type ProofStatement,
  type Rule,
  rules,
  type RulesOf,
  type TreeOverlay,
} from '@amelia/core/plugin'
import { proofLimits } from './proof-limits.ts'

const mediaType: ProofEnvelope['payloadType'] = 'application/vnd.in-toto+json'
const statementType: ProofStatement['_type'] = 'https://in-toto.io/Statement/v1'
const predicateType: ProofStatement['predicateType'] = 'https://amelia.dev/proof/v1'

const { list, matching, oneOf, optional, orNull, record, text } = rules

/** A record without other members than those of its type. */
const exactly = <Type>(members: RulesOf<Type>): Rule => record(members)

const bounded = (each: Rule, least = 0, most: number = proofLimits.items): Rule => ({
  ...list(each, `a list of ${least} to ${most} items`),
  is: (value) => Array.isArray(value) && value.length >= least && value.length <= most,
})
const whole: Rule = {
  expected: 'an integer of at least 0',
  is: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
}
const sha256 = matching(/^[0-9a-f]{64}$/, 'a SHA-256 in hex')
const objectId = matching(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'the id of an object of git')
const exitCode = orNull(whole)

const envelope = exactly<ProofEnvelope>({
  payloadType: oneOf(mediaType),
  payload: matching(/^[A-Za-z0-9+/]+={0,2}$/, 'base64'),
  signatures: bounded(
    exactly<ProofSignature>({
      keyid: matching(/^SHA256:[A-Za-z0-9+/]{43}$/, 'a fingerprint of an SSH key'),
      sig: matching(/^[A-Za-z0-9+/]+={0,2}$/, 'base64'),
    }),
    0,
    proofLimits.signatures,
  ),
})

const overlay = exactly<TreeOverlay>({ from: objectId, paths: bounded(text) })
const file = exactly<ProofFile>({ path: text, sha256 })
const tests = exactly<NonNullable<ProofCheck['tests']>>({
  passed: whole,
  failed: whole,
  failedIds: bounded(text, 0, 200),
  passedDigest: sha256,
})
const check = exactly<ProofCheck>({
  name: text,
  argv: rules.argv,
  cwd: optional(text),
  exitCode,
  durationMs: rules.amount,
  overlays: bounded(overlay),
  tests: optional(tests),
})

const replay = exactly<ProofReplay>({
  platform: exactly<ProofPlatform>({ node: optional(text), os: optional(text) }),
  setup: bounded(exactly<ProofSetup>({ argv: rules.argv, lockfiles: bounded(file) })),
  red: optional(
    exactly<ProofRed>({
      on: oneOf('parent', 'base', 'commit'),
      base: optional(objectId),
      testFiles: bounded(text),
      strength: oneOf('assertion', 'absence', 'exit-code', 'accepted'),
      run: check,
    }),
  ),
  checks: bounded(check),
})

const claims = exactly<ProofClaims>({
  reviews: optional(bounded(record({ reviewer: text, verdict: text }))),
  answers: optional(bounded(record({ question: text, answer: text, by: text }))),
  agent: optional(record({ name: text, model: optional(text), version: optional(text) })),
  confinement: optional(text),
  attempts: optional(whole),
  costUsd: optional(rules.amount),
  startedAt: optional(text),
  committedAt: optional(text),
  statements: optional(bounded(sha256)),
})

const subject: Rule = {
  ...record({ name: text, digest: record({ gitCommit: optional(objectId), gitTree: optional(objectId) }) }),
}

const statement = exactly<ProofStatement>({
  _type: oneOf(statementType),
  subject: bounded(subject, 3, 3),
  predicateType: oneOf(predicateType),
  predicate: exactly<ProofPredicate>({
    runId: rules.runId,
    kind: oneOf('phase', 'run', 'squash'),
    phase: optional(record({ id: text, title: text })),
    plan: sha256,
    previous: orNull(sha256),
    replay,
    claims: optional(claims),
    unsigned: optional(text),
  }),
})

/** The rules of what a proof contains: nothing else is accepted. */
export const statementRules = { envelope, statement }
