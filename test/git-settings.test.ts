import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Reads the list of settings in a source file. Neither package exports its list. */
const readSettings = (path: string): string[] => {
  const text = readFileSync(join(import.meta.dirname, '../packages', path), 'utf8')
  return [...text.matchAll(/^ {2}'([a-z]+\.[\w.]+=\S*)',$/gim)].map(([, setting = '']) => setting)
}

/** Settings that matter only where git has a work tree or an index, or reads the output of a command. */
const local =
  /^(?:core\.(?:trustctime|checkStat|ignoreStat|untrackedCache|splitIndex|sparseCheckout|quotePath|protect\w+|\w+Timeout|safecrlf)|fastimport\.|status\.|commit\.|log\.)/

it('git for a remote starts no program and syncs as all git of the engine', () => {
  const shared = readSettings('node/src/lib/git/call/control-config.ts').filter(
    (setting) => !local.test(setting),
  )
  const remote = readSettings('engine-dbos/src/lib/git/run-remote-git.ts')
  expect(shared).toContain('core.hooksPath=/dev/null')
  expect(remote).toEqual(expect.arrayContaining(shared))
  // Any other setting concerns the transport.
  const own = remote.filter((setting) => !shared.includes(setting))
  expect(own).toEqual(['protocol.ext.allow=never', 'push.gpgSign=false'])
})
