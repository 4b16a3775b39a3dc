import type { RefUpdate } from '../../contract/git-backend.ts'
import type { ProofSignature } from '../../contract/host.ts'
import type { NotedStatement } from '../../event/noted-statement.ts'
import { refNames, statementMoves } from '../../machine/state/ref-names.ts'
import { firstLine } from '../../text/first-line.ts'
import { composeStatement, type StatedCommit } from '../../report/render/proof/compose-statement.ts'
import { sealStatement, writeEnvelope } from '../../report/render/proof/seal-statement.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'
import { planText } from '../own/plan-text.ts'
import type { Performer } from '../performer.ts'
import { withRunTrailers } from '../message/trailers.ts'

/** A key that waits for a touch or a passphrase must not stop a run. */
const signLimitMs = 10_000

const mostReason = 200

/** The commit to state. `name`: the file of the statement, without its ending. */
export type StatedNow = Omit<StatedCommit, 'tree' | 'parentTree' | 'plan' | 'at'> & { name: string }

/**
 * States the facts about a commit in a commit on the run's chain of statements, which no reference contains
 * yet. `last`: the statement before it.
 */
export const addStatement = async (
  performer: Performer,
  { name, ...stated }: StatedNow,
  last: NotedStatement | undefined = performer.state.statement,
): Promise<NotedStatement> => {
  const { git, clock } = performer.host
  const at = clock.now()
  const { digest: plan } = planText(performer)
  const [tree, parentTree] = await Promise.all([git.readTree(stated.commit), git.readTree(stated.parent)])
  const statement = composeStatement(
    performer,
    { ...stated, tree, parentTree, plan, at },
    last?.digest ?? null,
  )
  let { payload, digest } = sealStatement(statement)
  const signed = await sign(performer, payload)
  const unsigned =
    'unsigned' in signed
      ? firstLine(stripAnsi(performer.redact(signed.unsigned))).slice(0, mostReason)
      : undefined
  if (unsigned !== undefined) {
    statement.predicate.unsigned = unsigned
    ;({ payload, digest } = sealStatement(statement))
  }
  // Someone may have deleted the chain. It begins again then.
  const tip = last && (await git.readRef(last.commit)) !== null ? last.commit : undefined
  const file = await findName(performer, tip, name)
  const commit = await git.compose({
    ref: refNames(performer.state.runId).own('proof'),
    ...(tip !== undefined && { parent: tip, tree: await git.readTree(tip) }),
    files: { [file]: writeEnvelope(payload, 'sig' in signed ? [signed] : []) },
    message: withRunTrailers(`Statement: ${name}`, performer.state.runId, 'statement'),
    date: Math.floor(at / 1000),
  })
  return { commit, digest, ...(unsigned !== undefined && { unsigned }) }
}

/** The moves that add a statement to the chain, wherever the chain's reference is now. */
export const moveProof = async (
  { host: { git }, state: { runId } }: Performer,
  statement: NotedStatement,
): Promise<RefUpdate[]> => statementMoves(runId, statement, await git.readRef(refNames(runId).proof))

const sign = async (
  { host: { clock, proof } }: Performer,
  payload: string,
): Promise<ProofSignature | { unsigned: string }> => {
  if (!proof?.sign) return { unsigned: 'this host has no key' }
  const over = new AbortController()
  const limit = clock.wait(signLimitMs, over.signal, 'limit').then(
    () => ({ unsigned: `the signature took longer than ${signLimitMs / 1000} s` }),
    () => ({ unsigned: 'the signature was cancelled' }),
  )
  const call = new AbortController()
  try {
    return await Promise.race([proof.sign(payload, { signal: call.signal }), limit])
  } catch (error) {
    return { unsigned: `the signature failed: ${error instanceof Error ? error.message : String(error)}` }
  } finally {
    over.abort('over')
    call.abort('over')
  }
}

/** The statement of a phase that was committed again gets another name. */
const findName = async (
  { host: { git } }: Performer,
  tip: string | undefined,
  name: string,
): Promise<string> => {
  for (let count = 1; ; count++) {
    const file = count === 1 ? `${name}.json` : `${name}/${count}.json`
    if (tip === undefined || (await git.readFile(tip, file)) === null) return file
  }
}
