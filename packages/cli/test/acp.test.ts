import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { connectEditor, type ConnectedEditor, type Person } from './fixtures/connect-editor.ts'

const editors: ConnectedEditor[] = []
const connect = async (person: Person, ...flags: string[]): Promise<ConnectedEditor> => {
  const editor = await connectEditor(person, ...flags)
  editors.push(editor)
  return editor
}
afterEach(async () => {
  for (const editor of editors.splice(0)) await editor.close()
})
afterAll(removeFolders)

const approve = (): string => 'approve'

/** The newest run of a repository. */
const newestRun = async (repo: string): Promise<{ runId: string; status: string }> => {
  const { stdout } = await cli(['runs', '--repo', repo, '--json'])
  const [run] = JSON.parse(stdout) as { runId: string; status: string }[]
  return run!
}

/** Names an agent that adds a file, whose name a person's words may change. */
const agentFlags = (): string[] => {
  const path = join(makeFolder(), 'agent.mjs')
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from 'node:fs'
const prompt = readFileSync(0, 'utf8')
const wanted = /Call it (\\w+)/.exec(prompt)?.[1] ?? 'made'
writeFileSync(wanted + '.txt', 'one line\\n')
const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: [], notDone: [] }
console.log('\`\`\`json\\n' + JSON.stringify(report) + '\\n\`\`\`')
`,
  )
  return ['--driver', 'command', '--agent', `node ${path}`, '--no-review']
}

const agentPlan = `# Files

### Task 1: Make a file

- [ ] Make a file with one line
`

describe('amelia acp', () => {
  it('runs a plan that the prompt names: a question, phases as a plan, sessions with their diffs', async () => {
    const repo = makeRepository()
    writeFileSync(join(repo, 'plan.md'), agentPlan)
    const editor = await connect({ choose: approve }, '--', ...agentFlags())
    const session = await editor.open(repo)
    expect(await editor.prompt(session, 'Please run `plan.md`.')).toBe('end_turn')

    const [question] = editor.questions
    expect(question?.toolCall.title).toBe('Batch 1 (1) passed. Approve it?')
    const approval = 'approve: adds 1 to the branch'
    expect(question?.options).toContainEqual({ optionId: 'approve', name: approval, kind: 'allow_once' })
    expect(question?.options).toContainEqual({
      ...{ optionId: 'abort-revert:run', kind: 'reject_once' },
      name: 'abort-revert: ends the run and restores the branch to its commit before this run',
    })
    expect(question?.options.map(({ kind }) => kind)).not.toContain('allow_always')
    const plans = editor.updates.flatMap((update) =>
      update.sessionUpdate === 'plan' ? [update.entries] : [],
    )
    expect(plans[0]).toMatchObject([{ content: '1: Make a file' }])
    expect(plans.at(-1)).toMatchObject([{ content: '1: Make a file', status: 'completed' }])
    const calls = editor.updates.filter(({ sessionUpdate }) => sessionUpdate.startsWith('tool_call'))
    const started = calls
      .filter((update) => update.sessionUpdate === 'tool_call')
      .map((update) => update.toolCallId)
    expect(started).toEqual([...new Set(started)])
    const diff = { type: 'diff', path: join(repo, 'made.txt'), oldText: '', newText: 'one line' }
    expect(calls).toContainEqual(expect.objectContaining({ content: [diff] }))
    expect(editor.text()).toContain('Ended: completed.')
    expect(editor.text()).toContain('amelia merge ')
    const { runId, status } = await newestRun(repo)
    expect(status).toBe('completed')
    const target = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
    expect(git(repo, 'show', `${target}:made.txt`)).toBe('one line')
    expect(editor.text()).toContain(target.replace('refs/heads/', ''))

    // The run is a session, also for another editor.
    const { sessions } = await editor.request<{ sessions: object[] }>('session/list', { cwd: repo })
    expect(sessions).toMatchObject([{ sessionId: session, title: 'Files' }])
    const other = await connect({})
    await other.load(repo, runId)
    expect(other.text()).toContain('Ended: completed.')
  })

  it('takes words from a form, or from the next prompt', async () => {
    for (const hasForms of [true, false]) {
      const repo = makeRepository()
      writeFileSync(join(repo, 'plan.md'), agentPlan)
      let returned = 0
      const person: Person = {
        choose: ({ toolCall }) =>
          toolCall.title?.includes('passed') && returned++ === 0 ? 'send-back' : 'approve',
        ...(hasForms && { fill: () => ({ action: 'accept', content: { words: 'Call it better' } }) }),
      }
      const editor = await connect(person, '--', ...agentFlags(), '--trust', 'paranoid')
      const session = await editor.open(repo)
      const link = pathToFileURL(join(repo, 'plan.md')).href
      expect(await editor.prompt(session, [{ type: 'resource_link', uri: link, name: 'plan.md' }])).toBe(
        'end_turn',
      )
      if (!hasForms) {
        expect(editor.text()).toContain('Write what has to change as your next message')
        expect(await editor.prompt(session, 'Call it better')).toBe('end_turn')
      }
      expect(editor.text()).toContain('Ended: completed.')
      const target = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
      expect(git(repo, 'ls-tree', '--name-only', target)).toContain('better.txt')
    }
  })

  it('leaves a question open that the editor drops, for amelia answer and for a later session', async () => {
    const repo = makeRepository()
    writePlan(repo, [{ id: '1', run: 'echo one > one.txt' }])
    const first = await connect({})
    const session = await first.open(repo)
    expect(await first.prompt(session, 'plan.md')).toBe('end_turn')
    expect(first.text()).toContain('Waiting for an answer.')
    expect(first.text()).toContain('amelia answer')
    await first.close()
    editors.pop()

    const { runId, status } = await newestRun(repo)
    expect(status).toBe('waiting')
    const second = await connect({ choose: approve })
    await second.load(repo, session)
    expect(second.questions).toEqual([])
    expect(second.text()).toContain('Waiting for an answer.')
    expect(await second.prompt(session, 'continue')).toBe('end_turn')
    expect(second.questions.map(({ toolCall }) => toolCall.title)).toEqual([
      'This plan runs a command on this machine. Approve?',
      'Batch 1 (1) passed. Approve it?',
    ])
    expect(second.text()).toContain('Ended: completed.')
    expect((await newestRun(repo)).runId).toBe(runId)
  })

  it('asks nothing of an editor that may approve by itself', async () => {
    const repo = makeRepository()
    writePlan(repo, [{ id: '1' }])
    const editor = await connect({ choose: approve }, '--acp-gates', 'refuse')
    const session = await editor.open(repo)
    await editor.prompt(session, 'plan.md')
    expect(editor.questions).toEqual([])
    expect(editor.text()).toContain('Waiting for an answer.')
    expect(editor.text()).toContain('amelia answer')
    for (let asked = 1; !editor.text().includes('Ended'); asked++) {
      const { runId } = await newestRun(repo)
      expect((await cli(['answer', runId, `${asked}`, 'approve', '--repo', repo])).code).toBe(0)
      await editor.prompt(session, 'continue')
    }
    expect(editor.questions).toEqual([])
    expect(editor.text()).toContain('Ended: completed.')
  })

  it('withdraws a question that was answered elsewhere', async () => {
    const repo = makeRepository()
    writePlan(repo, [{ id: '1' }])
    let isAsked: () => void
    const asking = new Promise<void>((resolve) => void (isAsked = resolve))
    const editor = await connect({
      choose: () => {
        isAsked()
        return new Promise(() => {})
      },
    })
    const session = await editor.open(repo)
    const turn = editor.prompt(session, 'plan.md')
    await asking
    const { runId } = await newestRun(repo)
    expect((await cli(['answer', runId, '1', 'reject', '--repo', repo])).code).toBe(0)
    await cli(['resume', runId, '--repo', repo])
    expect(await turn).toBe('end_turn')
    expect(editor.text()).toContain('Ended: aborted.')
  })

  it('stops a run with its turn, and continues it', async () => {
    const repo = makeRepository()
    const go = join(makeFolder(), 'go')
    writePlan(repo, [
      { id: '1', run: `until test -e ${go}; do sleep 0.05; done` },
      { id: '2', after: '1' },
    ])
    const editor = await connect({ choose: approve }, '--', '--trust', 'autonomous', '--yes')
    const session = await editor.open(repo)
    const turn = editor.prompt(session, 'plan.md')
    await expect.poll(() => editor.text(), { timeout: 60_000 }).toContain('started: Do 1')
    await editor.cancel(session)
    expect(await turn).toBe('cancelled')
    await expect.poll(async () => (await newestRun(repo)).status, { timeout: 60_000 }).toBe('cancelled')
    writeFileSync(go, '')
    expect(await editor.prompt(session, 'continue')).toBe('end_turn')
    expect(editor.text()).toContain('Ended: completed.')
  })

  it('stops a run whose turn ends before it has started', async () => {
    const repo = makeRepository()
    const go = join(makeFolder(), 'go')
    writePlan(repo, [{ id: '1', run: `until test -e ${go}; do sleep 0.05; done` }])
    const editor = await connect({ choose: approve }, '--', '--trust', 'autonomous', '--yes')
    const session = await editor.open(repo)
    const turn = editor.prompt(session, 'plan.md')
    await editor.cancel(session)
    expect(await turn).toBe('cancelled')
    await expect.poll(async () => (await newestRun(repo)).status, { timeout: 60_000 }).toBe('cancelled')
    writeFileSync(go, '')
    expect(await editor.prompt(session, 'continue')).toBe('end_turn')
    expect(editor.text()).toContain('Ended: completed.')
  })

  it('refuses words for a question that was answered elsewhere, and takes the next ones as a message', async () => {
    const repo = makeRepository()
    writeFileSync(join(repo, 'plan.md'), agentPlan)
    const choose: Person['choose'] = ({ toolCall }) =>
      toolCall.title?.includes('passed') ? 'send-back' : 'approve'
    const editor = await connect({ choose }, '--', ...agentFlags(), '--trust', 'paranoid')
    const session = await editor.open(repo)
    await editor.prompt(session, 'plan.md')
    expect(editor.text()).toContain('Write what has to change as your next message')
    const { runId } = await newestRun(repo)
    const answered = await cli(['answer', runId, '1', 'approve', '--repo', repo])
    expect(answered, answered.stderr).toMatchObject({ code: 0 })
    await cli(['resume', runId, '--repo', repo])
    expect(await editor.prompt(session, 'Call it better')).toBe('end_turn')
    expect(editor.text()).toMatch(/was answered already/)
    expect(git(repo, 'ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('better.txt')
    // The words are not awaited any more.
    expect(await editor.prompt(session, 'continue')).toBe('end_turn')
    expect(editor.text()).not.toContain('The answer needs words')
  })

  it('says how to begin, and what is wrong with a plan, a folder and a session', async () => {
    const repo = makeRepository()
    const editor = await connect({})
    const session = await editor.open(repo)
    await editor.prompt(session, 'Hello!')
    expect(editor.text()).toContain('The message names no plan.')
    writeFileSync(join(repo, 'bad.md'), '# Plan\n\n### Task 1: A\n\n**Depends on:** 7\n\n- [ ] Work\n')
    await editor.prompt(session, 'bad.md')
    expect(editor.text()).toContain('The run did not start.')
    expect(editor.text()).toContain('bad.md')
    await expect(editor.open(makeFolder())).rejects.toThrow(/git/)
    await expect(editor.load(repo, 'unknown')).rejects.toThrow(/not found/i)
    await expect(editor.prompt('unknown', 'plan.md')).rejects.toThrow(/not found/i)
    const outside = makeFolder()
    writeFileSync(join(outside, 'plan.md'), agentPlan)
    await editor.prompt(session, [
      { type: 'resource_link', uri: pathToFileURL(join(outside, 'plan.md')).href, name: 'plan.md' },
    ])
    expect(editor.text()).toContain('is outside the repository')
    expect((await cli(['runs', '--repo', repo])).stdout).toContain('No runs')
  })
})
