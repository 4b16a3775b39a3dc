import type { FoundStatement } from '../read/parse-envelope.ts'

/** Statements of a run in the order of their chain, and what is wrong with the chain. */
export interface StatementChain {
  ordered: FoundStatement[]
  faults: string[]
}

/** Orders the statements of a run by their `previous`, and finds those that are missing or repeated. */
export const orderStatements = (statements: readonly FoundStatement[]): StatementChain => {
  const faults: string[] = []
  const followers = new Map<string | null, FoundStatement[]>()
  const known = new Set(statements.map(({ digest }) => digest))
  for (const each of statements) {
    const { previous } = each.statement.predicate
    followers.set(previous, [...(followers.get(previous) ?? []), each])
    if (previous !== null && !known.has(previous))
      faults.push(`The statement before ${nameStatement(each)} is missing.`)
  }
  const ordered: FoundStatement[] = []
  const seen = new Set<string>()
  const follow = (first: string | null): void => {
    for (let previous: string | null = first; ; ) {
      const next: FoundStatement[] = followers.get(previous) ?? []
      if (next.length > 1)
        faults.push(`Several statements follow the same one: ${next.map(nameStatement).join(', ')}.`)
      const [taken] = next
      if (taken === undefined || seen.has(taken.digest)) return
      seen.add(taken.digest)
      ordered.push(taken)
      previous = taken.digest
    }
  }
  if (statements.length > 0 && !followers.has(null)) faults.push('The first statement is missing.')
  follow(null)
  for (const previous of followers.keys()) if (previous !== null && !known.has(previous)) follow(previous)
  ordered.push(...statements.filter(({ digest }) => !seen.has(digest)))
  return { ordered, faults }
}

/** Names a statement in a message. */
export const nameStatement = ({ statement: { predicate }, place }: FoundStatement): string =>
  predicate.phase ? `phase ${predicate.phase.id}` : place.slice(place.indexOf(':') + 1)
