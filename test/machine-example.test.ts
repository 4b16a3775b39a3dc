import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/machine/drive-plan.js')

describe('the example that drives a plan without the run loop', () => {
  it('is the code in the page about the machine', async () => {
    const page = await readFile(join(root, 'docs/extend/machine.md'), 'utf8')
    const code = await readFile(example, 'utf8')
    expect(page).toContain(`\`\`\`js\n${code}\`\`\``)
    const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('import '))
    expect(lines.length).toBeLessThanOrEqual(25)
  })

  const drive = (file: string) => {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const flags = ['--conditions=amelia-source', '--import', loader]
    return promisify(execFile)(process.execPath, [...flags, file])
  }

  it('completes both phases, and merges the second', { timeout: 120_000 }, async () => {
    const { stdout } = await drive(example)
    const each = (type: string) => [`${type} 1`, `${type} 2`]
    expect(stdout.trim().split(/\s*\n/)).toEqual([
      'run_started',
      'batch_started',
      ...['phase_started', 'unit_completed', 'commit_created'].flatMap(each),
      ...['commit_integrated 1', 'phase_completed 1', 'commit_integrated 2', 'phase_completed 2'],
      'batch_completed',
      'run_ended',
    ])
  })

  it('reports an effect that it does not answer', { timeout: 120_000 }, async () => {
    const code = await readFile(example, 'utf8')
    const file = join(root, 'node_modules', `drive-without-merge-${process.pid}.js`)
    await writeFile(file, code.replace(/^ {2}merge: .*\n/m, ''))
    onTestFinished(() => rm(file))
    await expect(drive(file)).rejects.toThrow('The engine does not answer merge.')
  })
})
