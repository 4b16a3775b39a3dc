import { expect, it } from 'vitest'
import { apiAgent } from '../src/index.ts'
import { says, scriptedModel, uses } from './scripted-model.ts'
import { runnerOf, stage, tryTools } from './stage.ts'

const commands = runnerOf(async ({ argv, env }) => ({
  ...{ exitCode: 0, truncated: false, durationMs: 100 },
  output: `${argv.join(' ')} ${env?.['AMELIA_SESSION'] ?? ''}`,
}))

it('offers the tools of the request; `run` only with the option', async () => {
  const offered = async (access: 'read' | 'write', options = {}) => {
    const { model, results } = await tryTools([['run', { argv: ['ls'] }]], options, access)
    return { names: model.doGenerateCalls[0]?.tools?.map(({ name }) => name), result: results[0] }
  }
  const writing = ['read', 'list', 'search', 'write', 'edit', 'delete']
  expect(await offered('write', { commands })).toEqual({
    names: [...writing, 'run'],
    result: 'Exit code 0 after 0.1 s.\nls',
  })
  // The host has a runner, and the driver may not use it.
  const { session, model, results } = await stage([uses(['run', { argv: ['ls'] }]), says('done')], {
    commands,
    withCommands: false,
  })
  await session()
  expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toEqual(writing)
  expect(results()[0]).toBe('Unknown tool "run". Available tools: read, list, search, write, edit, delete.')
  expect((await offered('read', { commands })).names).toEqual(['read', 'list', 'search'])
})

it.each([
  ['a runner', 'commands', { commands }, '`commands` must be true or false'],
  ['no model', 'model', { model: undefined }, '`model` must be a model object'],
  ['the name of a model', 'model', { model: 'gpt' }, '`model` must be a model object'],
  ['a misspelt setting of requests', 'call', { call: { maxTokens: 5 } }, '`call.maxTokens` is not known.'],
  ['a wrong setting', 'call', { call: { temperature: 'hot' } }, '`call.temperature` must be a number'],
])('refuses as an option: %s', (_, option, given, message) => {
  const create = (): unknown => apiAgent({ model: scriptedModel().model, ...given } as never)
  expect(create).toThrow(message)
  expect(create).toThrowError(expect.objectContaining({ code: 'OPTION_INVALID', details: { option } }))
})

it('sends results as text and problems as errors, and reports each call in one line', async () => {
  const { model, heard, text } = await tryTools(
    [
      ['write', { path: 'a.txt', content: 'a' }],
      ['read', { path: '../a.txt' }],
      ['write', '{"path": "a.txt", "cont'],
      ['run', { argv: ['npm', 'test'] }],
    ],
    { commands },
  )
  expect(await text('/a.txt')).toBe('a')
  const last = model.doGenerateCalls.at(-1)?.prompt.at(-1)
  expect(last).toMatchObject({
    role: 'tool',
    content: [
      { output: { type: 'text', value: 'Written: /a.txt, 1 characters.' } },
      { output: { type: 'error-text', value: expect.stringContaining('it holds ".."') as string } },
      { output: { type: 'error-text', value: expect.stringContaining('not a JSON object') as string } },
      { output: { type: 'text' } },
    ],
  })
  expect(heard).toContainEqual({ type: 'tool', name: 'run', summary: 'npm test' })
})

it('gives a small context window short results', async () => {
  const { results } = await tryTools([['read', { path: 'a.txt' }]], {
    files: { '/a.txt': 'line\n'.repeat(5_000) },
    contextTokens: 10_000,
  })
  expect(results[0]?.length).toBeLessThanOrEqual(3_000)
  expect(results[0]).toMatch(/continue with from: \d+/)
})

it('never writes a note that replaces a text of the conversation', async () => {
  const note = '[left out to save room: `content` of write, 900 characters]'
  const { results, text } = await tryTools(
    [
      ['write', { path: 'a.txt', content: `x${note}` }],
      ['edit', { path: 'a.txt', old: 'a', new: note }],
      ['search', { text: note }],
    ],
    { files: { '/a.txt': 'a' } },
  )
  expect(await text('/a.txt')).toBe('a')
  expect(results).toEqual([
    ...[0, 1].map(() => expect.stringMatching(/Write the full text/) as string),
    'No matches.',
  ])
})
