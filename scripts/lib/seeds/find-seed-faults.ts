import type { SeedDocument, SeedTag } from './seed-document.ts'

/** The facts that the rows are checked against. */
export interface SeedFacts {
  tags: readonly SeedTag[]
  /** Whether a source file exists, by its name in core or its path. */
  isSource: (name: string) => boolean
}

/**
 * Checks the rows of the source documents: numbers without gaps, a test or a reason for each, and tags and
 * source files that exist. Returns a sentence for each fault.
 */
export const findSeedFaults = (
  documents: readonly SeedDocument[],
  { tags, isSource }: SeedFacts,
): string[] => {
  const faults: string[] = []
  const known = new Set<string>()
  const tagged = new Set(tags.map(({ document, number }) => `${document} ${number}`))
  for (const { name, behaviours } of documents)
    for (const [index, { number, code, reason }] of behaviours.entries()) {
      const row = `${name} ${number}`
      if (number !== index + 1) faults.push(`${row} must be ${name} ${index + 1}.`)
      known.add(row)
      if (!tagged.has(row) && reason === undefined) faults.push(`${row} has neither a test nor a reason.`)
      if (code.length === 0 && reason === undefined) faults.push(`${row} names no source file.`)
      for (const path of code) if (!isSource(path)) faults.push(`${row} names ${path}, which does not exist.`)
    }
  for (const { document, number, file, title } of tags)
    if (!known.has(`${document} ${number}`))
      faults.push(`${file}: "${title}" shows ${document} ${number}, which does not exist.`)
  return faults
}
