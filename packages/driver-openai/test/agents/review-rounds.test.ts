import { expect, it } from 'vitest'
import { type LoggedRequest, measureTask } from '../../../../test/measure-task.ts'
import { setCodexStage } from './codex-stage.ts'
import { createRepository, git } from './create-repository.ts'
import { type ModelAnswer, type ModelRequest, patch, report, run, say } from './fake-responses.ts'
import { runAmelia } from './run-amelia.ts'
import { planText, tasks } from './text-tasks.ts'

/** The tasks whose reviewer asks for a change, and the change. */
const reviewed = ['2', '4']
const wish = 'State in a comment which result the function returns.'
const remark = '// Returns the result that the test expects.'

/** The results of the commands that developers ran first after a review, by task. */
const found: Record<string, string> = {}

const answer = ({ prompt, outputs, body }: ModelRequest): ModelAnswer => {
  const told = JSON.stringify(body.input)
  if (told.includes('You review phase')) return [review(told, prompt, outputs)]
  if (told.includes('Reviewers commented')) return [evaluate(prompt)]
  const id = /You are working on phase (\d)/.exec(told)?.[1] ?? ''
  const { name, test, code } = tasks[Number(id) - 1]!
  const files = [`test/${name}.test.js`, `src/${name}.js`] as const
  const check = run(`node --test ${files[0]}`)
  const end = report(`Wrote ${name}.`, [...files])
  const first = [patch(files[0], test), check, patch(files[1], code), check, end]
  const turn = outputs.length
  if (!prompt.includes(wish)) return [first[turn] ?? end]
  // Reads its work before it changes it, and writes everything again if the work is gone.
  if (turn === 1) found[id] = outputs[0] ?? ''
  const revise = patch(files[1], [remark, ...code])
  const again = found[id]?.includes(`export const ${name}`)
    ? [revise, check]
    : [patch(files[0], test), check, revise, check]
  return [[run(`cat ${files.join(' ')}`), ...again, end][turn] ?? end]
}

const review = (told: string, prompt: string, outputs: string[]) => {
  const diff = /git diff [0-9a-f]{12} [\w./-]+/.exec(prompt)?.[0] ?? 'false'
  const [seen] = outputs
  if (seen === undefined) return run(diff)
  if (!seen.includes('diff --git')) return say('I could not see the change.')
  const id = /You review phase (\d)/.exec(told)?.[1] ?? ''
  const asks = reviewed.includes(id) && !seen.includes(remark)
  const comment = { severity: 'major', message: wish, file: null, line: null, suggestion: null }
  return say(JSON.stringify({ approved: !asks, summary: 'Read.', comments: asks ? [comment] : [] }))
}

const evaluate = (prompt: string) => {
  const id = /- ([\w-]+) \(major\)/.exec(prompt)?.[1] ?? ''
  return say(JSON.stringify({ judgements: [{ id, disposition: 'implement', reason: 'It is right.' }] }))
}

/** The session of a request, and the text that the model reads. */
const logOf = ({ body }: ModelRequest): LoggedRequest => {
  const { input, instructions, tools, prompt_cache_key: session } = body as Body
  return { session, text: [instructions, tools, ...input].map((part) => JSON.stringify(part)).join('') }
}

type Body = ModelRequest['body'] & { instructions?: string; tools?: unknown; prompt_cache_key: string }

it('continues the session of a task after its review, for a third of the input that it began with', async () => {
  const { model, home } = await setCodexStage(answer)
  const repo = createRepository({ 'package.json': '{"type":"module"}\n', 'plan.md': planText })
  const flags = ['--driver', 'codex', '--model', 'gpt-5.1-codex', '--trust', 'autonomous', '--yes']
  const { code, stdout, stderr } = await runAmelia(['run', 'plan.md', ...flags], repo, {
    XDG_STATE_HOME: home,
    OPENAI_BASE_URL: model.url,
  })
  expect(code, stdout + stderr).toBe(0)
  expect(stdout.match(/(?<= {2})\d(?= +round 2 of at most 5: changes requested)/g)).toEqual(reviewed)
  expect(stdout).not.toMatch(/failed|attempt 2/)

  // The reviewed work is in the tree of the round, and the branch contains both changes.
  const branch = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
  for (const id of reviewed) {
    const { name } = tasks[Number(id) - 1]!
    expect(found[id]).toContain(`export const ${name}`)
    expect(git(repo, 'show', `${branch}:src/${name}.js`)).toContain(remark)
  }

  const logs = model.requests.map(logOf)
  for (const id of ['1', '2', '3', '4', '5']) {
    const { sessions, before, after } = measureTask(logs, `You are working on phase ${id} `, wish)
    expect({ id, sessions, isReviewed: after > 0 }).toEqual({
      id,
      sessions: 1,
      isReviewed: reviewed.includes(id),
    })
    expect(after * 3).toBeLessThan(before)
  }
})
