import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createScriptedCommands, commandRunnerContract } from '@amelia/core/testing'
import { processRunner, workspaceFiles } from '@amelia/node'
import { inContainer, launchedCommands } from './commands.js'

/** A command runner whose programs have the lowest priority and no home folder. */
const create = async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-commands-')))
  return {
    commands: launchedCommands(processRunner({ graceMs: 200, outputLimit: 1_048_576 }), {
      launcher: () => ['env', '-u', 'HOME', 'nice', '-n', '19'],
    }),
    workspace: { id: 'w', base: '', dir, fs: workspaceFiles(dir) },
    script: (code) => [process.execPath, '-e', code],
    close: async () => rmSync(dir, { recursive: true }),
  }
}

const cases = commandRunnerContract({ create, processes: true })
for (const { name, covered, missing, run } of cases)
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

test('a command starts through the launcher', async () => {
  const { commands, workspace, close } = await create()
  const { signal } = new AbortController()
  const { output } = await commands.run({ argv: ['sh', '-c', 'nice; echo "home: $HOME"'], workspace, signal })
  assert.equal(output, '19\nhome: \n')
  await close()
})

test('a command gets a container with the workspace and the names of its variables', async () => {
  const scripted = createScriptedCommands()
  const commands = launchedCommands(scripted, { launcher: inContainer('node:24') })
  const { signal } = new AbortController()
  const workspace = { id: 'w', base: '', dir: '/slots/1', fs: workspaceFiles('/slots/1') }
  await commands.run({ argv: ['npm', 'test'], cwd: 'app', env: { CI: '1' }, workspace, signal })
  assert.equal(
    scripted.requests[0].argv.join(' '),
    'docker run --rm --init --network=none --volume=/slots/1:/work --env CI --workdir=/work/app node:24 npm test',
  )
})
