import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const source = pathToFileURL(join(import.meta.dirname, 'start-process.ts')).href
const guard = pathToFileURL(join(import.meta.dirname, 'guard-processes.ts')).href

/** Runs code in a process that has as many files open as it may, and returns what it prints. */
const whenFull = (code: string): string => {
  const program = `
    import { openSync } from 'node:fs'
    import { startProcess } from '${source}'
    import { guardProcesses } from '${guard}'
    console.log('begins')
    try { for (;;) openSync('/dev/null') } catch {}
    ${code}`
  const argv = [process.execPath, `--import=${tsx}`, '--input-type=module', '-e', program]
  const limited = ['-c', 'ulimit -n 200; exec "$@"', 'sh', ...argv]
  return execFileSync('/bin/sh', limited, { encoding: 'utf8' })
}

describe.skipIf(process.platform === 'win32')('startProcess, when too many files are open', () => {
  it('emits the error, and has all streams', () => {
    const printed = whenFull(`
      const child = startProcess('git', ['--version'], { stdio: ['pipe', 'pipe', 'ignore', 'pipe'] })
      child.stdin.end('text')
      child.stdio[3].end('key')
      child.stdout.on('data', () => {}).on('end', () => console.log('ended'))
      child.on('error', ({ code }) => console.log(code, child.stderr))
    `)
    expect(printed.split('\n').sort()).toEqual(['', 'EMFILE null', 'begins', 'ended'])
  })

  it('lets a session start without its guard', () => {
    expect(whenFull(`guardProcesses('mark').dismiss(); setTimeout(() => console.log('lives'))`)).toBe(
      'begins\nlives\n',
    )
  })
})
