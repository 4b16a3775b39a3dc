import { createContext, Script } from 'node:vm'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Globals that pages, workers and Node share. */
const common = () => {
  const { AbortController, AbortSignal, TextDecoder, TextEncoder, crypto, clearTimeout, setTimeout } =
    globalThis
  return { AbortController, AbortSignal, TextDecoder, TextEncoder, crypto, clearTimeout, setTimeout }
}

it('works in a bundle for browsers, without Node', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export { apiAgent } from '../src/index.ts'\nexport { createSessionRequest } from '@amelia/core/testing'",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    conditions: ['amelia-source'],
    format: 'iife',
    globalName: 'agent',
  })
  const code = outputFiles[0]?.text ?? ''
  expect(code).not.toMatch(/["']node:/)
  const page = createContext(common())
  // A model and a workspace in the page.
  const session = `
    const files = new Map([['/a.txt', 'one two']])
    const fs = {
      readFile: async (path) => new TextEncoder().encode(files.get(path)),
      writeFile: async (path, text) => void files.set(path, text),
      stat: async (path) => ({ size: files.get(path).length, isFile: () => true, isDirectory: () => false }),
      lstat: async () => ({ size: 1, isSymbolicLink: () => false, isDirectory: () => false }),
      readdir: async () => ['a.txt'],
    }
    const use = (toolName, input) => ({ type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) })
    const turns = [
      [use('search', { pattern: 't.o' }), use('edit', { path: 'a.txt', old: 'two', new: '2' })],
      [{ type: 'text', text: 'Done.' }],
    ]
    const model = {
      specificationVersion: 'v4', provider: 'page', modelId: 'm',
      doGenerate: async ({ prompt }) => {
        asked.push(prompt.at(-1))
        return { content: turns.shift(), finishReason: { unified: 'stop' }, usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } } }
      },
    }
    const asked = []
    const request = agent.createSessionRequest({ prompt: 'x', workspace: { id: 'w', base: '', fs } })
    const context = { signal: new AbortController().signal, emit() {} }
    agent.apiAgent({ model }).runSession(request, context).then(({ text, usage }) => JSON.stringify({ text, usage, file: files.get('/a.txt'), asked }))
  `
  new Script(code).runInContext(page)
  const said = JSON.parse((await new Script(session).runInContext(page)) as string) as Record<string, unknown>
  expect(said).toMatchObject({
    text: 'Done.',
    usage: { inputTokens: 2, outputTokens: 2 },
    file: 'one 2',
    asked: [{ role: 'user' }, { role: 'tool', content: [{ output: { value: '/a.txt:1: one two' } }, {}] }],
  })
})
