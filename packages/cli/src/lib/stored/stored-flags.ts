import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { words, redactSecrets } from '@amelia/core/view'
import { readSecrets } from '@amelia/core/plugin'
import { processKeys } from '../setting/flag/flag-groups.ts'
import { isUrl } from '../setting/is-url.ts'
import { isRecord } from '../setting/is-record.ts'
import { resolvePath } from '../setting/resolve-path.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { storedConfigFlags } from '../setting/config/config-flags.ts'
import { readHeadBranch } from './read-head-branch.ts'
import { readBase } from './read-base.ts'
import { storedFile } from './stored-file.ts'

/** The agents, reviewers and workspace settings of a run, by the name of their option. */
export type StoredFlags = Readonly<Record<string, unknown>>

const storedKeys: readonly string[] = processKeys

/**
 * Stores the agents, reviewers and workspace settings of a run beside its journal, so that `amelia resume`
 * need not repeat them. Plugins are not stored, nor a value that contains a secret, which is reported. The
 * branch that the run began on is stored too, and the needed flags about the config file; a run made from
 * another one, `forked`, has the branch of that.
 */
export const storeFlags = async (
  terminal: Pick<Terminal, 'error' | 'quiet'>,
  { repo, runId, forked = runId }: { repo: string; runId: string; forked?: string },
  options: object,
): Promise<void> => {
  const secrets = readSecrets(process.env)
  /** An address that receives notifications is often a secret itself: the printed command repeats it. */
  const isAddressed = (key: string, value: unknown): boolean =>
    key === 'notify' && Array.isArray(value) && value.some((target) => isUrl(String(target)))
  const isSecret = (value: unknown): boolean => {
    const text = JSON.stringify(value)
    return redactSecrets(text, secrets) !== text || /:\/\/[^/\s"]*:[^/\s"]*@/.test(text)
  }
  const given = storedKeys.flatMap((key) => {
    const typed = Object.getOwnPropertyDescriptor(options, key)?.value as unknown
    const value = inFull(key, typed)
    return value === undefined || (value === true && key === 'review') || isAddressed(key, value)
      ? []
      : [[key, value] as const]
  })
  for (const [key] of given.filter(([, value]) => isSecret(value)))
    printNote(
      terminal,
      `note: ${key} contains a secret, so it is not stored: pass it to amelia resume again.\n`,
    )
  const kept = Object.fromEntries(given.filter(([, value]) => !isSecret(value)))
  const file = await storedFile(repo, runId)
  await mkdir(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  const branch = (await readBase(repo, forked)).base ?? (await readHeadBranch(repo))
  const again = storedConfigFlags(options)
  await writeFile(
    draft,
    `${JSON.stringify({ version: 1, flags: kept, branch, ...(again.length > 0 && { again }) })}\n`,
    { mode: 0o600 },
  )
  await rename(draft, file)
}

/** The value of a flag with full paths, for commands in other folders. */
const inFull = (key: string, value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => inFull(key, each))
    : typeof value === 'string'
      ? resolvePath(key, value, process.cwd())
      : value

/** Reads what {@link storeFlags} stored; nothing for a run that another program started. */
export const readStoredFlags = async (
  terminal: Pick<Terminal, 'error' | 'quiet'>,
  { repo, runId }: { repo: string; runId: string },
): Promise<StoredFlags> => {
  const file = await storedFile(repo, runId)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return {}
  try {
    const { flags } = JSON.parse(text) as { flags: unknown }
    if (isRecord(flags))
      return Object.fromEntries(
        Object.entries(flags).filter(([key]) => storedKeys.some((known) => known === key)),
      )
  } catch {
    // Reported below.
  }
  printNote(
    terminal,
    `warning: the stored settings of run ${words.plainLabel(runId)} cannot be read, so its flags are needed again: ${quoteArgument(file)}\n`,
  )
  return {}
}
