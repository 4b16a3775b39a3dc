import type { Change } from '../../../contract/git/change.ts'
import type { Workspace } from '../../../contract/workspace.ts'
import { matchSecrets, type SecretMatch } from '../../../text/secret/match-secrets.ts'
import { isExample } from '../../../text/secret/is-example.ts'
import type { Performer } from '../../performer.ts'
import { type Finding, fingerprintOf } from './open-findings.ts'

/** Larger files are not searched for secrets. */
const maxScanned = 1_000_000

/**
 * Finds what seems to be a secret in the files that changed, each once in a file. Examples are not found, and
 * neither is what the same file of the base contains.
 */
export const findSecrets = async (
  { host, secrets }: Pick<Performer, 'host' | 'secrets'>,
  workspace: Workspace,
  changes: readonly Change[],
): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const { path, kind, size, outside } of changes) {
    if (kind === 'deleted' || outside !== undefined || (size ?? 0) > maxScanned) continue
    const stat = await workspace.fs.lstat(`/${path}`)
    if (!stat.isFile()) continue
    const text = new TextDecoder().decode(await workspace.fs.readFile(`/${path}`))
    const matches = matchSecrets(text, secrets).filter((match) => match.isKnown || !isExample(match.text))
    if (matches.length === 0) continue
    const before = kind === 'added' ? null : await host.git.readFile(workspace.base, path)
    const old = before === null ? '' : new TextDecoder().decode(before)
    const seen = new Set<number>()
    for (const match of matches) {
      if (seen.has(match.index) || old.includes(match.text)) continue
      // Several shapes may begin alike.
      seen.add(match.index)
      const finding = findingOf(path, text, match)
      if (!found.some(({ fingerprint }) => fingerprint === finding.fingerprint)) found.push(finding)
    }
  }
  return found
}

const findingOf = (
  path: string,
  text: string,
  { name, text: secret, index, isKnown }: SecretMatch,
): Finding => {
  const line = text.slice(0, index).split('\n').length
  const place = `${path}:${line}: ${name}`
  // A value of the run can be short enough to be guessed from its hash.
  if (isKnown) return { path, fingerprint: `${path}:${line}`, text: place, fixed: true }
  const fingerprint = fingerprintOf(path, secret)
  return { path, fingerprint, text: `${place}, ${mask(secret)}, fingerprint ${fingerprint}` }
}

/** Describes a secret by its size, and a token also by its first and last letters. */
const mask = (secret: string): string => {
  if (secret.startsWith('-----')) return `${secret.split(/\n|\\n/).length} lines`
  return `${secret.slice(0, 4)}...${secret.slice(-4)} with ${secret.length} characters`
}
