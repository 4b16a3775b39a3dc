import { hashText } from '../../../text/hash-text.ts'
import { matchesGlob } from '../../../text/path/matches-glob.ts'
import type { Performer } from '../../performer.ts'

/** Something in a change that may have to stay out of a commit. */
export interface Finding {
  path: string
  /** Names exactly this content at this path, and does not reveal it. */
  fingerprint: string
  /** A line for a person, without the content. */
  text: string
  /** Whether nobody may approve it. */
  fixed?: true
}

/** Names a content at a path. */
export const fingerprintOf = (path: string, content: string): string =>
  hashText(`${path}\n${content}`).slice(0, 16)

/** Lists the findings that no person approved in this run. `allowed`: fingerprints, and patterns of paths. */
export const openFindings = (
  { state: { approvedFindings } }: Pick<Performer, 'state'>,
  findings: readonly Finding[],
  allowed: readonly string[] = [],
): Finding[] =>
  findings.filter(
    ({ path, fingerprint, fixed }) =>
      fixed ??
      !(
        approvedFindings.has(fingerprint) ||
        allowed.some((entry) => entry === fingerprint || matchesGlob(entry, path))
      ),
  )
