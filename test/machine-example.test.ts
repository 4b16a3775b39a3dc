import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/machine/drive-plan.js')

describe('the example that drives a plan without the run loop', () => {
  it('is the code in the page about the machine', async () => {
    const page = await readFile(join(root, 'docs/machine.md'), 'utf8')
    const code = await readFile(example, 'utf8')
    expect(page).toContain(`\`\`\`js\n${code}\`\`\``)
    const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('import '))
    expect(lines.length).toBeLessThanOrEqual(21)
  })

  it('completes both phases', { timeout: 120_000 }, async () => {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=amelia-source',
      '--import',
      loader,
      example,
    ])
    const ofPhase = (id: string) =>
      ['phase_started', 'unit_completed', 'commit_created', 'commit_integrated', 'phase_completed'].map(
        (type) => `${type} ${id}`,
      )
    expect(stdout.trim().split(/\s*\n/)).toEqual([
      'run_started',
      'batch_started',
      ...ofPhase('1'),
      'batch_completed',
      'batch_started',
      ...ofPhase('2'),
      'batch_completed',
      'run_ended',
    ])
  })
})
