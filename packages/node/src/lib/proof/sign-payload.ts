import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runProcess } from '@amelia/agent-process'
import type { ProofSignature } from '@amelia/core/plugin'
import { scrubEnvironment } from '../git/call/scrub-environment.ts'
import type { Repository } from '../git/repository/locate-repository.ts'
import { preAuthentication } from './pre-authentication.ts'

/** The namespace of the signatures: a key that signs for git signs nothing else by it. */
const namespace = 'amelia-proof'

/** The bytes that DSSE signs for a payload in ASCII. */
const signedText = (payload: string): string =>
  preAuthentication('application/vnd.in-toto+json', Buffer.from(payload)).toString()

/** The SSH key that git signs with, and the program that signs. */
export interface SigningKey {
  program: string
  /** A file, or the text of a public key whose private half is in an agent. */
  key: { file: string } | { text: string }
}

/** Finds the key with which git signs in SSH format; null if none is configured. */
export const findSigningKey = async ({ git, top }: Repository): Promise<SigningKey | null> => {
  const read = async (name: string, type: 'path' | 'str'): Promise<string> => {
    const typed = type === 'path' ? ['--type=path'] : []
    return (await git(['config', ...typed, '--get', name], { accept: [0, 1] })).text.trim()
  }
  if ((await read('gpg.format', 'str')) !== 'ssh') return null
  const [name, program] = [await read('user.signingKey', 'path'), await read('gpg.ssh.program', 'path')]
  if (name === '') return null
  const text = name.startsWith('key::') ? name.slice(5) : name.startsWith('ssh-') ? name : undefined
  return {
    program: program === '' ? 'ssh-keygen' : program,
    key: text === undefined ? { file: resolve(top, name) } : { text },
  }
}

/**
 * Signs a payload as DSSE encodes it. Never asks for a passphrase, because it has no terminal. Returns the
 * reason if it fails.
 */
export const signPayload = async (
  { program, key }: SigningKey,
  payload: string,
  signal: AbortSignal,
): Promise<ProofSignature | { unsigned: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'amelia-'))
  try {
    const file = 'file' in key ? key.file : join(folder, 'key.pub')
    if ('text' in key) await writeFile(file, `${key.text}\n`, { mode: 0o600 })
    const agent = 'text' in key ? ['-U'] : []
    const chunks: Uint8Array[] = []
    const { exitCode, output } = await runProcess({
      argv: [program, '-Y', 'sign', '-n', namespace, '-f', file, ...agent],
      cwd: folder,
      env: { ...scrubEnvironment(process.env), SSH_ASKPASS_REQUIRE: 'never' },
      signal,
      graceMs: 1000,
      outputLimit: 4000,
      input: signedText(payload),
      onStdout: (chunk) => void chunks.push(chunk),
    })
    const armoured = Buffer.concat(chunks)
    const keyid = exitCode === 0 ? fingerprintOf(armoured.toString('latin1')) : undefined
    if (keyid !== undefined) return { keyid, sig: armoured.toString('base64') }
    const reason = output.trim().split('\n').at(-1)?.trim() || `exit code ${exitCode}`
    return { unsigned: `${program} could not sign: ${reason}` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The fingerprint of the public key in a signature; undefined if the text is not a signature. */
const fingerprintOf = (armoured: string): string | undefined => {
  const [, body] =
    /^-----BEGIN SSH SIGNATURE-----\n([\w+/=\n]+)-----END SSH SIGNATURE-----\s*$/.exec(armoured) ?? []
  const blob = Buffer.from(body ?? '', 'base64')
  // "SSHSIG", a version, and the length of the key.
  if (blob.length < 14 || blob.toString('latin1', 0, 6) !== 'SSHSIG') return undefined
  const key = blob.subarray(14, 14 + blob.readUInt32BE(10))
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}
