import { describe, expect, it } from 'vitest'
import { createPerformer, readStep } from '../../../../test/performer-fixture.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import { executeCode } from './execute-code.ts'
import type { StepResult } from './unit-context.ts'

const readme = 'README.md'

const execute = async (
  draft: Partial<StepDraft>,
  bytes?: Uint8Array,
): Promise<{ result: StepResult['result']; files: Record<string, string> }> => {
  const { performer, host, open } = createPerformer({
    world: { files: { [readme]: 'one\ntwo\n', 'src/a.txt': 'a\n' } },
  })
  const workspace = await open('a')
  if (bytes) workspace.fs.readFile = async () => bytes
  const step = readStep({ action: 'code', ...draft })
  const { result, observation } = await executeCode(
    { performer, workspace, place: 'step s1 (line 7)', folder: 'phase-a/attempt-1' },
    step,
  )
  expect(observation).toEqual({ durationMs: 0 })
  const changes = await host.git.changedPaths(workspace)
  const files = changes.map(async ({ path, kind }) => [
    path,
    kind === 'deleted' ? 'deleted' : new TextDecoder().decode(await workspace.fs.readFile(`/${path}`)),
  ])
  return { result, files: Object.fromEntries(await Promise.all(files)) }
}
const completed = { outcome: 'completed' }
const blocked = (message: string | RegExp) => ({
  outcome: 'blocked',
  blocker: 'unexpected_state',
  stepId: 's1',
  message: typeof message === 'string' ? message : expect.stringMatching(message),
})

describe('executeCode', () => {
  it('writes a new file, folders included', async () => {
    expect(await execute({ filePath: 'src/new/b.txt', codeChange: 'b\n' })).toEqual({
      result: completed,
      files: { 'src/new/b.txt': 'b\n' },
    })
  })

  it('does not overwrite an existing file, and asks', async () => {
    const { result, files } = await execute({ filePath: readme, codeChange: 'a snippet\n' })
    expect(files).toEqual({})
    expect(result).toMatchObject(
      blocked(
        'README.md already exists, and step s1 (line 7) is neither a diff nor marked as a replacement.',
      ),
    )
  })

  it('replaces a file if the plan says so', async () => {
    expect((await execute({ filePath: readme, codeChange: 'new\n', replace: true })).files).toEqual({
      [readme]: 'new\n',
    })
  })

  it('accepts a file that has the content already', async () => {
    expect(await execute({ filePath: readme, codeChange: 'one\ntwo\n' })).toEqual({
      result: completed,
      files: {},
    })
  })

  it('applies a diff', async () => {
    const codeChange = '@@ -2 +2 @@\n-two\n+TWO\n'
    expect(await execute({ filePath: readme, codeChange })).toEqual({
      result: completed,
      files: { [readme]: 'one\nTWO\n' },
    })
  })

  it('creates and deletes files by diffs', async () => {
    const made = '--- /dev/null\n+++ b/c.txt\n@@ -0,0 +1 @@\n+c\n'
    expect((await execute({ filePath: 'c.txt', codeChange: made })).files).toEqual({ 'c.txt': 'c\n' })
    const gone = '--- a/src/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'
    expect((await execute({ filePath: 'src/a.txt', codeChange: gone })).files).toEqual({
      'src/a.txt': 'deleted',
    })
  })

  it('asks if a diff does not apply, and shows it', async () => {
    const { result, files } = await execute({ filePath: readme, codeChange: '@@ -2 +2 @@\n-2\n+TWO\n' })
    expect(files).toEqual({})
    expect(result).toMatchObject({
      ...blocked(/^The diff of step s1 \(line 7\) does not apply to README\.md\.$/),
      details: ['@@ -2 +2 @@', '-2', '+TWO', ''],
    })
  })

  it('does not apply a diff to a file whose other bytes would change', async () => {
    const bytes = Uint8Array.from(
      [...'one\ntwo caf\n'].map((character) => character.charCodeAt(0)).concat(0xe9),
    )
    const { result } = await execute({ filePath: readme, codeChange: '@@ -1 +1 @@\n-one\n+ONE\n' }, bytes)
    expect(result).toMatchObject(blocked(/is not UTF-8 text/))
  })

  it('keeps a byte order mark', async () => {
    const { performer, open } = createPerformer()
    const workspace = await open('a')
    const marked = new TextEncoder().encode('\ufeffone\ntwo\n')
    const written: (string | Uint8Array)[] = []
    workspace.fs.readFile = async () => marked
    workspace.fs.writeFile = async (_path, content) => void written.push(content)
    const step = readStep({ action: 'code', filePath: readme, codeChange: '@@ -2 +2 @@\n-two\n+TWO\n' })
    await executeCode({ performer, workspace, place: 'step s1', folder: 'phase-a/attempt-1' }, step)
    expect(written).toEqual(['\ufeffone\nTWO\n'])
  })

  it.each(['../x', '/etc/passwd', '.git/config', 'a/.GIT/x', 'C:/x', '', undefined])(
    'faults 14 and 16: does not write %j',
    async (filePath) => {
      const { result, files } = await execute({
        ...(filePath === undefined ? {} : { filePath }),
        codeChange: 'x',
      })
      expect(files).toEqual({})
      expect(result).toMatchObject(blocked(/^The file of step s1 \(line 7\) cannot be written: /))
    },
  )

  it('does not mistake a failing disk for a missing file', async () => {
    const { performer, open } = createPerformer()
    const workspace = await open('a')
    workspace.fs.readFile = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
    const step = readStep({ action: 'code', filePath: 'x', codeChange: 'x' })
    await expect(
      executeCode({ performer, workspace, place: 'step s1', folder: 'phase-a/attempt-1' }, step),
    ).rejects.toThrow('EIO')
  })
})
