import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const plan = `goal: Build it
batches:
  - batch_number: 1
    description: Build
    steps:
      - id: build
        description: Build with the first tool that works
        action_type: command
        command: sh -c "echo broken main.c:3; exit 2"
        fallback_commands:
          - no-such-tool all
          - sh -c "echo broken build.sh; exit 5"
`

/** One run whose command and fallbacks fail, for all commands. */
let repository: string
let log: string
let runId: string
beforeAll(async () => {
  repository = makeRepository()
  const file = join(makeFolder(), 'plan.yaml')
  writeFileSync(file, plan)
  const flags = ['--driver', 'steps', '--trust', 'autonomous', '--yes', '--preset', 'intelligent']
  const { code, stdout } = await cli(['run', file, '--repo', repository, ...flags])
  expect(code).toBe(3)
  log = stdout
  runId = / started (\S+):/.exec(stdout)?.[1] ?? ''
})

const view = async (command: string, ...args: string[]) =>
  (await cli([command, runId, ...args, '--repo', repository])).stdout

/** Whether a text contains each part once, in this order. */
const expectOnce = (text: string, parts: readonly string[]): void => {
  const places = parts.map((part) => text.indexOf(part))
  expect(places, text).toEqual([...places].sort((a, b) => a - b))
  for (const part of parts) expect(text.split(part), `${part} in\n${text}`).toHaveLength(2)
}

const commands = [
  'command: sh -c "echo broken main.c:3; exit 2"',
  'fallback 1 of 2: no-such-tool all',
  'fallback 2 of 2: sh -c "echo broken build.sh; exit 5"',
] as const
const files = ['/step-build.txt', '/step-build-fallback-1.txt', '/step-build-fallback-2.txt'] as const
const tellings = [
  'step build: command exited with 2 instead of 0: broken main.c:3',
  'fallback 1 of 2 could not start: no-such-tool: command not found',
  'fallback 2 of 2 exited with 5 instead of 0: broken build.sh',
]

describe.concurrent('a step whose command and fallbacks fail', () => {
  it('has each try once in the log of the run and in its question, first try first', async () => {
    expect(log).not.toContain('last fallback')
    expectOnce(log, tellings)
    for (const text of [log, await view('status')])
      expectOnce(text, [
        ...[`  ${commands[0]}\n`, '  broken main.c:3\n', files[0]],
        ...[`  ${commands[1]}\n`, '  no-such-tool: command not found\n', files[1]],
        ...[`  ${commands[2]}\n`, '  broken build.sh\n', files[2]],
      ])
  })

  it('has each try once in `amelia show`, with the file of its full output', async () => {
    const shown = await view('show', '1')
    expectOnce(shown, [
      ...[`  ${commands[0]}\n`, '  broken main.c:3\n', files[0]],
      ...[`  ${commands[1]}\n`, '  no-such-tool: command not found\n', files[1]],
      ...[`  ${commands[2]}\n`, '  broken build.sh\n', files[2]],
    ])
    const outputs = [...shown.matchAll(/full output: (.*)/g)].map(([, path]) => readFileSync(path!, 'utf8'))
    expect(outputs).toEqual(['broken main.c:3\n', 'no-such-tool: command not found', 'broken build.sh\n'])
  })

  it('has each try once in `amelia logs`, with its full output', async () => {
    expectOnce(await view('logs', '1'), [
      `  ${commands[0]} (exited with 2 instead of 0)\n  | broken main.c:3\n`,
      `  ${commands[1]} (could not start)\n  | no-such-tool: command not found\n`,
      `  ${commands[2]} (exited with 5 instead of 0)\n  | broken build.sh\n`,
    ])
  })

  it('has each try once in the pages of the report', async () => {
    expectOnce(await view('report'), tellings)
    expectOnce(await view('report', '--format', 'html'), [
      '<pre>broken main.c:3</pre>',
      '<pre>no-such-tool: command not found</pre>',
      '<pre>broken build.sh</pre>',
    ])
  })
})
