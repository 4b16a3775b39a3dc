import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostProof } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeHost } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
beforeEach(() => {
  user = createRepository()
})
afterEach(() => user.close())

const payload = '{"a":"\\u00e9"}'
const signed = `DSSEv1 28 application/vnd.in-toto+json ${payload.length} ${payload}`

const config = (settings: Record<string, string>): void => {
  for (const [key, value] of Object.entries(settings))
    execFileSync('git', ['-C', user.repo, 'config', key, value])
}

const makeKey = (passphrase = ''): string => {
  const file = join(user.dir, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', '', '-f', file])
  return file
}

const proof = (): HostProof => nodeHost({ repo: user.repo, slots: user.slots }).proof!
const sign = () => proof().sign!(payload, { signal: new AbortController().signal })

describe('the signature of a statement', () => {
  it.each(['the private half', 'the public half'])('is one by the key of git, named by %s', async (half) => {
    const key = makeKey()
    config({ 'gpg.format': 'ssh', 'user.signingKey': half === 'the private half' ? key : `${key}.pub` })
    const signature = await sign()
    if (!('sig' in signature)) throw new Error(signature.unsigned)
    const fingerprint = execFileSync('ssh-keygen', ['-l', '-f', `${key}.pub`], { encoding: 'utf8' })
    expect(fingerprint).toContain(signature.keyid)
    const [sig, allowed] = [join(user.dir, 'sig'), join(user.dir, 'allowed')]
    writeFileSync(sig, Buffer.from(signature.sig, 'base64'))
    writeFileSync(allowed, `me ${readFileSync(`${key}.pub`, 'utf8')}`)
    const verify = (text: string, namespace = 'amelia-proof') =>
      execFileSync('ssh-keygen', ['-Y', 'verify', '-n', namespace, '-f', allowed, '-I', 'me', '-s', sig], {
        input: text,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(verify(signed)).toContain('Good "amelia-proof" signature for me')
    expect(() => verify(`${signed} `)).toThrow()
    expect(() => verify(signed, 'git')).toThrow()
  })

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['no key is configured', () => ({}), /^no SSH signing key is configured$/],
    ['the key of git is not an SSH key', () => ({ 'user.signingKey': 'ABCD' }), /^no SSH signing key/],
    [
      'the key needs a passphrase',
      () => ({ 'gpg.format': 'ssh', 'user.signingKey': makeKey('secret') }),
      /^ssh-keygen could not sign: .*passphrase/,
    ],
    [
      'no agent has the key',
      () => {
        const text = readFileSync(`${makeKey()}.pub`, 'utf8').trim()
        return { 'gpg.format': 'ssh', 'user.signingKey': `key::${text}` }
      },
      /^ssh-keygen could not sign: /,
    ],
    [
      'the program is missing',
      () => ({ 'gpg.format': 'ssh', 'user.signingKey': makeKey(), 'gpg.ssh.program': '/no/such' }),
      /^\/no\/such could not sign: /,
    ],
  ])('is missing, with the reason, if %s', async (_what, settings, reason) => {
    config(settings())
    expect(await sign()).toEqual({ unsigned: expect.stringMatching(reason) as string })
  })

  it('does not outlive its signal', async () => {
    const slow = join(user.dir, 'slow')
    writeFileSync(slow, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 })
    config({ 'gpg.format': 'ssh', 'user.signingKey': makeKey(), 'gpg.ssh.program': slow })
    const over = new AbortController()
    const signing = proof().sign!(payload, { signal: over.signal })
    over.abort()
    expect(await signing).toEqual({ unsigned: expect.stringContaining('could not sign') as string })
  })
})

it('lists the set-up with the lockfiles of the commit', async () => {
  writeFileSync(join(user.repo, 'package-lock.json'), '{}\n')
  execFileSync('git', ['-C', user.repo, 'add', '.'])
  execFileSync('git', ['-C', user.repo, 'commit', '-qm', 'Lock'])
  const { proof: part } = nodeHost({ repo: user.repo, slots: user.slots, setup: [['npm', 'ci']] })
  const sha256 = createHash('sha256').update('{}\n').digest('hex')
  const lockfiles = [{ path: 'package-lock.json', sha256 }]
  expect(await part!.readSetup!('HEAD')).toEqual([{ argv: ['npm', 'ci'], lockfiles }])
  expect(await part!.readSetup!(user.base)).toEqual([{ argv: ['npm', 'ci'], lockfiles: [] }])
})
