import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '@amelia/agent-process'
import { AmeliaError, type ProofSignature } from '@amelia/core/plugin'
import { preAuthentication } from '../pre-authentication.ts'
import { type FoundStatement, readBase64 } from '../read/parse-envelope.ts'

/** The result of checking the signatures of one statement. */
export type SignatureResult =
  /** A key that is trusted signed it. */
  | { signed: 'yes'; by: string; key: string }
  /** Nobody signed it, or no keys to trust are known. */
  | { signed: 'no'; reason: string }
  /** A signature is not what it says. */
  | { signed: 'wrong'; reason: string }

/** Separates the signatures from those of commits, files and other programs. */
const namespace = 'amelia-proof'

/**
 * Checks the signatures of a statement with `ssh-keygen`.
 *
 * `allowed` is the path of the file of allowed signers; without it, a valid signature is by an unknown key.
 * The keys must be valid now. Throws `PLATFORM_UNSUPPORTED` if `ssh-keygen` is not installed.
 */
export const verifySignature = async (
  { envelope, payload, statement }: FoundStatement,
  allowed: string | undefined,
): Promise<SignatureResult> => {
  const { signatures, payloadType } = envelope
  const { unsigned } = statement.predicate
  if (signatures.length === 0) {
    return unsigned === undefined
      ? { signed: 'wrong', reason: 'its signature is missing, and the statement gives no reason for that' }
      : { signed: 'no', reason: `unsigned: ${unsigned}` }
  }
  if (unsigned !== undefined)
    return { signed: 'wrong', reason: 'it is signed, but its text states that it is unsigned' }
  const bytes = preAuthentication(payloadType, payload)
  const results: SignatureResult[] = []
  for (const signature of signatures) results.push(await verifyOne(signature, bytes, allowed))
  return (
    results.find(({ signed }) => signed === 'wrong') ??
    results.find(({ signed }) => signed === 'yes') ??
    results[0]!
  )
}

const verifyOne = async (
  { sig, keyid }: ProofSignature,
  bytes: Buffer,
  allowed: string | undefined,
): Promise<SignatureResult> => {
  const armoured = readArmoured(sig)
  if (armoured === undefined) return { signed: 'wrong', reason: 'its signature is damaged' }
  const folder = await mkdtemp(join(tmpdir(), 'amelia-signature-'))
  try {
    const file = join(folder, 'signature')
    await writeFile(file, armoured, { mode: 0o600 })
    const check = await keygen(['-Y', 'check-novalidate', '-n', namespace, '-s', file], bytes)
    if (check.code !== 0)
      return { signed: 'wrong', reason: 'its signature does not fit it: one of the two was changed' }
    const key = /\bkey (SHA256:[A-Za-z0-9+/]+)/.exec(check.output)?.[1]
    if (key !== keyid)
      return {
        signed: 'wrong',
        reason: `it was signed by ${key ?? 'another key'}, not by ${keyid} as it states`,
      }
    if (allowed === undefined)
      return { signed: 'no', reason: `signed by ${key}, but no file of allowed signers is set` }
    const found = await keygen(['-Y', 'find-principals', '-s', file, '-f', allowed], '')
    const principals = found.code === 0 ? found.output.split(/[\n,]/).filter((name) => name !== '') : []
    for (const principal of principals) {
      const args = ['-Y', 'verify', '-n', namespace, '-s', file, '-f', allowed, '-I', principal]
      if ((await keygen(args, bytes)).code === 0) return { signed: 'yes', by: principal, key }
    }
    return { signed: 'wrong', reason: `it was signed by ${key}, which is not an allowed signer` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Decodes an armoured signature; undefined for any other spelling of one. */
const readArmoured = (sig: string): string | undefined => {
  try {
    const text = readBase64('the signature', sig).toString('latin1')
    const [, body] =
      /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)\n-----END SSH SIGNATURE-----\n?$/.exec(text) ?? []
    if (body === undefined) return undefined
    readBase64('the signature', body.replaceAll('\n', ''))
    return body.split('\n').every((line, index, lines) => line.length === 70 || index === lines.length - 1)
      ? text
      : undefined
  } catch {
    return undefined
  }
}

const keygen = (args: string[], input: Buffer | string): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    // It needs nothing of the user's.
    const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/nonexistent' }
    const child = startProcess('ssh-keygen', args, { stdio: 'pipe', env })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.resume()
    child.on('error', (cause) => reject(notInstalled(cause)))
    child.on('close', (code) =>
      resolve({ code, output: Buffer.concat(chunks).toString('utf8').slice(0, 10_000) }),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })

const notInstalled = (cause: Error): AmeliaError => {
  const message = `\`ssh-keygen\` could not start (${cause.message}). Install OpenSSH: it checks the signatures.`
  return new AmeliaError('PLATFORM_UNSUPPORTED', message, { platform: process.platform }, { cause })
}
