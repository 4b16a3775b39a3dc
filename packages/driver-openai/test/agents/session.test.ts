import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, setCodexStage, testKey } from './codex-stage.ts'
import { type ModelRequest, patch, run, say, tokensOfAnswer } from './fake-responses.ts'

/** The usage of responses. */
const usageOf = (count: number) => ({
  inputTokens: 100 * count,
  cachedInputTokens: 10 * count,
  outputTokens: 20 * count,
})

it('edits files and runs commands with its own tools, and reports progress', async () => {
  const stage = await setCodexStage(({ outputs }) => {
    if (outputs.length === 0) return [patch('src/sum.js', ['export const sum = (a, b) => a + b'])]
    if (outputs.length === 1)
      return [run('cat src/sum.js && echo more >> notes.txt && echo $TMPDIR > $TMPDIR/x')]
    return [say('The sum is there.')]
  })
  const result = await stage.session({ prompt: 'Write a sum.' })
  expect(readFileSync(join(stage.dir, 'src/sum.js'), 'utf8')).toBe('export const sum = (a, b) => a + b\n')
  expect(readFileSync(join(stage.dir, 'notes.txt'), 'utf8')).toBe('more\n')
  expect(result).toEqual({
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    text: 'The sum is there.',
    usage: { inputTokens: 300, cachedInputTokens: 30, outputTokens: 60 },
  })
  expect(stage.model.requests.map(({ prompt }) => prompt)).toEqual(Array(3).fill('Write a sum.'))
  expect(stage.model.requests[2]!.outputs[1]).toContain('export const sum')
  const said = stage.progress.map((each) =>
    each.type === 'tool' ? `${each.name}: ${each.summary}` : each.type,
  )
  expect(said).toContain('edit: src/sum.js')
  expect(said.find((text) => text.startsWith('command:'))).toContain('cat src/sum.js')
  expect(stage.progress.filter(({ type }) => type === 'text')).toEqual([
    { type: 'text', text: 'The sum is there.' },
  ])
})

it("hides the key and all other variables from the agent's commands", async () => {
  const stage = await setCodexStage(
    ({ outputs }) => (outputs.length === 0 ? [run('env')] : [say('done')]),
    { passEnv: ['WANTED'] },
    { environment: { ...process.env, WANTED: 'yes', UNWANTED: 'no', GITHUB_TOKEN: 'hidden' } },
  )
  await stage.session()
  const { headers, outputs } = stage.model.requests[1]!
  expect(headers.authorization).toBe(`Bearer ${testKey}`)
  expect(outputs[0]).toContain('WANTED=yes')
  for (const absent of [testKey, 'UNWANTED=', 'hidden', 'CODEX_HOME'])
    expect(outputs[0], absent).not.toContain(absent)
  for (const entry of readdirSync(stage.home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'latin1')
    expect(text.includes(testKey), entry.name).toBe(false)
  }
})

it('rejects writes of a read-only session', async () => {
  const stage = await setCodexStage(({ outputs }) =>
    outputs.length === 0 ? [run('echo x > new.txt; echo y > old.txt; cat old.txt')] : [say('seen')],
  )
  writeFileSync(join(stage.dir, 'old.txt'), 'as it was\n')
  const result = await stage.session({ role: 'reviewer', access: 'read' })
  expect(result.text).toBe('seen')
  expect(stage.model.requests[1]!.outputs[0]).toContain('as it was')
  expect(stage.model.requests[1]!.outputs[0]).toContain('Read-only file system')
  expect(readdirSync(stage.dir)).toEqual(['old.txt'])
  expect(readFileSync(join(stage.dir, 'old.txt'), 'utf8')).toBe('as it was\n')
})

it('confines writes to the workspace, unless the sandbox is off', async () => {
  const outside = folder('outside')
  const script = ({ outputs }: ModelRequest) =>
    outputs.length === 0 ? [run(`echo x > ${outside}/x.txt; echo y > inside.txt`)] : [say('done')]
  const confined = await setCodexStage(script)
  await confined.session()
  expect(readdirSync(outside)).toEqual([])
  expect(readdirSync(confined.dir)).toEqual(['inside.txt'])
  const free = await setCodexStage(script, { sandbox: 'danger-full-access' })
  await free.session()
  expect(readdirSync(outside)).toEqual(['x.txt'])
})

it('gives commands network access only on request', async () => {
  const answer = ({ outputs }: ModelRequest, _number: number, url: string) =>
    outputs.length === 0
      ? [
          run(
            `node -e "fetch('${url}/models').then(r => console.log('got', r.status), () => console.log('cut off'))"`,
          ),
        ]
      : [say('done')]
  for (const [network, seen] of [
    [false, 'cut off'],
    [true, 'got 404'],
  ] as const) {
    const stage = await setCodexStage((request, number) => answer(request, number, stage.model.url), {
      network,
    })
    await stage.session()
    expect(stage.model.requests[1]!.outputs[0]).toContain(seen)
  }
})

it('returns structured output', async () => {
  const outputSchema = {
    type: 'object',
    properties: { answer: { type: 'number' } },
    required: ['answer'],
    additionalProperties: false,
  }
  const stage = await setCodexStage(() => [say('{"answer":42}')])
  const result = await stage.session({ outputSchema })
  expect(result).toMatchObject({ text: '{"answer":42}', output: { answer: 42 } })
  expect(stage.model.requests[0]!.body.text?.format).toMatchObject({
    type: 'json_schema',
    schema: outputSchema,
  })
})

it('resumes a session, also in another process, and counts only the new usage', async () => {
  const stage = await setCodexStage(({ prompt }) => [say(`answer to ${prompt}`)])
  const first = await stage.session({ prompt: 'one' })
  const second = await stage.session({ prompt: 'two', resume: first.sessionId! })
  expect(second).toEqual({
    sessionId: first.sessionId,
    text: 'answer to two',
    usage: { inputTokens: 100, cachedInputTokens: 10, outputTokens: 20 },
  })
  expect(JSON.stringify(stage.model.requests[1]!.body.input)).toContain('answer to one')

  const other = await setCodexStage(() => [say('third')], { home: stage.home })
  const third = await other.session({ prompt: 'three', resume: first.sessionId! })
  expect(third).toMatchObject({
    sessionId: first.sessionId,
    usage: { inputTokens: 100, cachedInputTokens: 10, outputTokens: 20 },
  })
  expect(JSON.stringify(other.model.requests[0]!.body.input)).toContain('answer to two')
})

it('uses model and effort from its options', async () => {
  const stage = await setCodexStage(() => [say('ok')], { model: 'my-model', effort: 'low' })
  await stage.session()
  expect(stage.model.requests[0]!.body).toMatchObject({ model: 'my-model', reasoning: { effort: 'low' } })
})

it('ends when its tokens are used up, at most one request later, and reports its usage', async () => {
  const stage = await setCodexStage(() => [run('sleep 0.3')])
  const limit = 2 * tokensOfAnswer
  await expect(stage.session({ limits: { tokens: limit } })).rejects.toMatchObject({
    code: 'DRIVER_FAILED',
    details: { class: 'budget_exceeded' },
  })
  expect(stage.model.requests.length).toBeLessThanOrEqual(3)
  const used = stage.progress.filter(({ type }) => type === 'usage').at(-1)
  // On a busy machine the third response has been counted, too.
  expect([2, 3].map((count) => ({ type: 'usage', usage: usageOf(count) }))).toContainEqual(used)
})

it('runs separate sessions in parallel', async () => {
  const stage = await setCodexStage(({ prompt, outputs }) =>
    outputs.length === 0 ? [run(`echo ${prompt} > ${prompt}.txt`)] : [say(prompt)],
  )
  const prompts = ['a', 'b', 'c']
  const results = await Promise.all(prompts.map((prompt) => stage.session({ prompt })))
  expect(results.map(({ text }) => text)).toEqual(prompts)
  expect(new Set(results.map(({ sessionId }) => sessionId)).size).toBe(3)
  for (const prompt of prompts)
    expect(readFileSync(join(stage.dir, `${prompt}.txt`), 'utf8')).toBe(`${prompt}\n`)
})
