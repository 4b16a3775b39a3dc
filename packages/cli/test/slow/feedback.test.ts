import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cli, git, makeFolder, removeFolders, writePlan } from '../fixtures/cli.ts'
import { createFakeGitHub, makeClone } from '../github/fake-gh.ts'

afterAll(removeFolders)

const comment = (id: number, body: string, more: object = {}) => ({
  ...{ id, body, user: { login: 'grace' }, author_association: 'MEMBER' },
  html_url: `https://github.com/acme/app/pull/1#discussion_r${id}`,
  ...more,
})

it('amelia feedback addresses the comments of a pull request by commits on its branch', async () => {
  const { repository, remote } = makeClone()
  const plan = writePlan(makeFolder(), [
    { id: '1', run: 'echo one > one.txt' },
    { id: '2', run: 'echo two > two.txt', after: '1' },
  ])
  const rules = ['--repo', repository, '--trust', 'autonomous', '--yes']
  const github = createFakeGitHub()
  const env = github.env
  await cli(['run', plan, ...rules, '--target', 'work', '--no-artifacts', '--pr'], { env })
  const [{ runId }] = JSON.parse((await cli(['runs', '--repo', repository, '--json'])).stdout) as [
    { runId: string },
  ]
  const tip = git(remote, 'rev-parse', 'work')

  const folder = makeFolder()
  const [agent, log] = [join(folder, 'agent.sh'), join(folder, 'log')]
  const report = '{"status": "done", "summary": "", "subtasks": [], "files": [], "notDone": []}'
  const lines = [
    '#!/bin/sh',
    `cat >> ${log}`,
    'echo changed >> one.txt',
    `printf '\`\`\`json\\n${report}\\n\`\`\`\\n'`,
  ]
  writeFileSync(agent, lines.join('\n'), { mode: 0o755 })
  github.change({
    comments: [
      [
        comment(1, 'Say two.', { path: 'one.txt', line: 1 }),
        comment(2, 'Spam', { path: 'one.txt', user: { login: 'mallory' }, author_association: 'NONE' }),
      ],
    ],
    view: { comments: [], reviews: [] },
  })
  const feedback = (...more: string[]) =>
    cli(['feedback', runId, ...rules, '--driver', 'command', '--agent', agent, '--no-review', ...more], {
      env,
    })

  const missing = await feedback()
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('amelia feedback needs --pr, --comments <file> or --dropped.'),
  })

  const { code, stdout, stderr } = await feedback('--pr')
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: expect.stringContaining('phase 1.feedback.') })
  expect(stderr).toContain('note: comments of mallory are left out')
  expect(stdout).toContain('Its pull request: https://github.com/acme/app/pull/1\n')
  const prompt = readFileSync(log, 'utf8')
  expect(prompt).toContain('> Say two.')
  expect(prompt).not.toContain('Spam')
  expect(git(remote, 'log', '--format=%s', `${tip}..work`)).toBe(
    'Phase 1.feedback: Address review comments on Do 1',
  )
  expect(git(remote, 'show', 'work:one.txt')).toBe('one\nchanged')
  expect(github.read().calls.at(-1)?.slice(0, 2)).toEqual(['pr', 'list'])

  const again = await feedback('--pr')
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('No comment is left to address.') })

  // A file of comments needs no gh, and without --pr nothing is pushed.
  const file = join(folder, 'comments.json')
  writeFileSync(file, JSON.stringify([comment(3, 'And elsewhere.', { path: 'README.md' })]))
  const pushed = git(remote, 'rev-parse', 'work')
  expect(await feedback('--comments', file)).toMatchObject({ code: 0 })
  expect(git(repository, 'log', '--format=%s', `${pushed}..work`)).toBe(
    'Phase feedback: Address review comments',
  )
  expect(git(remote, 'rev-parse', 'work')).toBe(pushed)
})

it('a text that no session received is reported, and amelia feedback --dropped addresses it', async () => {
  const { repository } = makeClone()
  const folder = makeFolder()
  const [agent, log, plan] = [join(folder, 'agent.sh'), join(folder, 'log'), join(folder, 'plan.md')]
  const report = '{"status": "done", "summary": "", "subtasks": [], "files": [], "notDone": []}'
  const lines = [`cat >> ${log}`, 'echo changed >> one.txt', `printf '\`\`\`json\\n${report}\\n\`\`\`\\n'`]
  writeFileSync(agent, ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 })
  writeFileSync(
    plan,
    '# Tools\n\n| Phase | Name | Depends On |\n|---|---|---|\n| 1A | Write one | - |\n\n## Phase 1A: Write one\n\nWrite the file one.txt.\n',
  )
  const inRepository = (...args: string[]) => cli(args, { cwd: repository })
  const agents = ['--driver', 'command', '--agent', agent, '--no-review']
  const waiting = await inRepository('run', plan, '--trust', 'standard', '--yes', ...agents)
  expect(waiting.code, waiting.stderr).toBe(3)
  await inRepository('steer', '1a', 'Use the existing parser.')
  const [{ runId }] = JSON.parse((await inRepository('runs', '--json')).stdout) as [{ runId: string }]
  await inRepository('answer', runId, '1', 'approve')
  const done = await inRepository('resume', runId, ...agents)
  expect(done.code, done.stdout).toBe(0)
  expect(done.stderr).toContain(
    'Your text for phase 1A was not delivered: "Use the existing parser.". Phase 1A ended without another session.',
  )
  expect(done.stderr).toContain(`To use it as feedback: amelia feedback ${runId} --dropped`)
  const addressed = await inRepository(
    'feedback',
    runId,
    '--dropped',
    '--trust',
    'autonomous',
    '--yes',
    ...agents,
  )
  expect(addressed.code, addressed.stderr).toBe(0)
  expect(readFileSync(log, 'utf8')).toContain('> For phase 1A: Use the existing parser.')
  const again = await inRepository(
    'feedback',
    runId,
    '--dropped',
    '--trust',
    'autonomous',
    '--yes',
    ...agents,
  )
  expect(again.stderr).toContain('No comment is left to address.')
})
