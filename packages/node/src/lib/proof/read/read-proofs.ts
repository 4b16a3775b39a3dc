import { readTree, type TreeEntry } from '../../git/repository/program/read-tree.ts'
import type { Repository } from '../../git/repository/locate-repository.ts'
import type { ProofRef } from './find-proof-refs.ts'
import { type FoundStatement, parseEnvelope } from './parse-envelope.ts'
import { proofLimits } from './proof-limits.ts'

/** The statements of a run as they are stored. */
export interface StoredProof {
  runId: string
  refs: string[]
  /** In no order. */
  statements: FoundStatement[]
  /** Envelopes that are not statements of this run, with the reason. */
  faults: { place: string; reason: string }[]
}

/** The most folders around an envelope. */
const mostFolders = 8

/** Reads the statements of all runs. Those of a run that has several references are joined. */
export const readProofs = async (
  repository: Repository,
  refs: readonly ProofRef[],
): Promise<Map<string, StoredProof>> => {
  const proofs = new Map<string, StoredProof>()
  for (const { ref, id, runId } of refs) {
    const faults: StoredProof['faults'] = []
    const statements: FoundStatement[] = []
    for await (const found of readEnvelopes(repository, { ref, id })) {
      if ('reason' in found) faults.push(found)
      else statements.push(found)
    }
    const own = runId ?? statements[0]?.statement.predicate.runId ?? ref
    const proof = proofs.get(own) ?? { runId: own, refs: [], statements: [], faults: [] }
    proofs.set(own, proof)
    proof.refs.push(ref)
    proof.faults.push(...faults)
    for (const found of statements) addStatement(proof, found)
  }
  return proofs
}

/** Adds a statement, unless it is another run's. Of two envelopes with one payload, the signed one stays. */
const addStatement = (proof: StoredProof, found: FoundStatement): void => {
  const { statement, place, digest, envelope } = found
  const { runId } = statement.predicate
  if (runId !== proof.runId) {
    proof.faults.push({ place, reason: `it is a statement of run ${runId}, and not of this one.` })
    return
  }
  const same = proof.statements.findIndex((each) => each.digest === digest)
  if (same < 0) proof.statements.push(found)
  else if (nameOf(proof.statements[same]!.place) === nameOf(place)) {
    if (envelope.signatures.length > 0) proof.statements[same] = found
  } else proof.faults.push({ place, reason: 'it repeats another statement under a second name.' })
}

/** The path of an envelope without its reference. */
const nameOf = (place: string): string => place.slice(place.indexOf(':') + 1)

type Read = FoundStatement | { place: string; reason: string }

async function* readEnvelopes(
  { objects }: Repository,
  { ref, id }: { ref: string; id: string },
): AsyncGenerator<Read> {
  let left: number = proofLimits.envelopes
  for await (const { path, mode, id: blob } of listFiles(objects, id)) {
    const place = `${ref}:${path}`
    if (left-- <= 0) {
      yield { place: ref, reason: `it has more than ${proofLimits.envelopes} files.` }
      return
    }
    if (mode !== '100644' || !/^(?:(?:phase|run|squash)\/.+|squash)\.json$/.test(path)) {
      yield { place, reason: 'it is not an envelope: `phase/ID.json`, `run/NAME.json` or `squash.json`.' }
      continue
    }
    const found = await objects.read(blob)
    const parsed = found === null ? 'its content is missing.' : parseEnvelope(place, found.content)
    yield typeof parsed === 'string' ? { place, reason: parsed } : checkName(parsed, path)
  }
}

/** Lists the files of a tree, with those of its folders. */
async function* listFiles(
  objects: Repository['objects'],
  tree: string,
  depth = 0,
): AsyncGenerator<TreeEntry & { path: string }> {
  for (const [name, entry] of (await readTree(objects, tree))?.entries ?? []) {
    if (entry.mode !== '040000' || depth === mostFolders) yield { path: name, ...entry }
    else
      for await (const file of listFiles(objects, entry.id, depth + 1))
        yield { ...file, path: `${name}/${file.path}` }
  }
}

/** A phase that runs again has another statement, such as `phase/a/2.json`. */
const isOfPhase = (path: string, id: string): boolean =>
  path === `phase/${id}.json` || (path.startsWith(`phase/${id}/`) && /\/\d+\.json$/.test(path))

/** Checks that an envelope is of the kind that its path states, so that none takes the place of another. */
const checkName = (found: FoundStatement, path: string): Read => {
  const { kind, phase } = found.statement.predicate
  const isRight = phase === undefined ? path.startsWith(kind) : isOfPhase(path, phase.id)
  if (isRight) return found
  const of = phase ? `phase ${phase.id}` : `kind ${kind}`
  return { place: found.place, reason: `its name does not fit its statement, which is of ${of}.` }
}
