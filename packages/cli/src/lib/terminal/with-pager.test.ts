import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Terminal } from './terminal.ts'
import { withPager } from './with-pager.ts'

let folder: string
let pager: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'amelia-pager-'))
  const program = join(folder, 'pager.mjs')
  writeFileSync(
    program,
    `import { readFileSync, writeFileSync } from 'node:fs'
writeFileSync(process.argv[2], process.env.LESS + ':' + readFileSync(0, 'utf8'))`,
  )
  pager = `"${process.execPath}" "${program}"`
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Prints through a pager, and returns the text on stdout and what the pager got. */
const print = async (
  env: NodeJS.ProcessEnv,
  { live = true, flag = true }: { live?: boolean; flag?: boolean } = {},
) => {
  let out = ''
  const terminal = {
    ...{ live, columns: 80, gone: new AbortController().signal },
    out: (text: string) => void (out += text),
  } as unknown as Terminal
  const code = await withPager(
    terminal,
    { pager: flag, env: { PATH: process.env['PATH'], ...env } },
    (shown) => {
      shown.out(`one ${shown.columns}\n`)
      shown.out('two\n')
      return Promise.resolve(0)
    },
  )
  return { code, out }
}

describe('withPager', () => {
  it('passes the text to the pager of AMELIA_PAGER, then PAGER, and waits for it', async () => {
    const file = join(folder, 'shown.txt')
    const command = `${pager} "${file}"`
    expect(await print({ AMELIA_PAGER: command, PAGER: 'no-such-pager' })).toEqual({ code: 0, out: '' })
    expect(readFileSync(file, 'utf8')).toBe('FRX:one 80\ntwo\n')
    await print({ PAGER: command, LESS: 'S' })
    expect(readFileSync(file, 'utf8')).toBe('S:one 80\ntwo\n')
  })

  it.each([
    ['that cannot start', { PAGER: 'no-such-pager' }, {}],
    ['that needs a shell', { PAGER: 'less | cat' }, {}],
    ['that is empty', { AMELIA_PAGER: '' }, {}],
    ['named cat', { AMELIA_PAGER: 'cat' }, {}],
    ['where stdout is not a terminal', { PAGER: 'no' }, { live: false }],
    ['with --no-pager', { PAGER: 'no' }, { flag: false }],
  ])('prints without a pager %s', async (_case, env, options) => {
    expect(await print(env, options)).toEqual({ code: 0, out: 'one 80\ntwo\n' })
  })

  it('stops writing once the person has left the pager', async () => {
    const terminal = { live: true, gone: new AbortController().signal, out: () => {} } as unknown as Terminal
    const env = { PATH: process.env['PATH'], PAGER: `"${process.execPath}" -e "process.stdin.destroy()"` }
    await withPager(terminal, { env }, async (shown) => {
      const isGone = new Promise((resolve) => shown.gone.addEventListener('abort', resolve))
      while (!shown.gone.aborted) {
        shown.out('x'.repeat(100_000))
        await Promise.race([isGone, new Promise((resolve) => setImmediate(resolve))])
      }
    })
  })
})
