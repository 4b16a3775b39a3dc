import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { git, makeFolder, makeRepository } from '../fixtures/cli.ts'

/** The answers of the fake `gh`, and the calls that it received. */
export interface FakeGitHub {
  /** Open pull requests. */
  pulls: {
    number: number
    url: string
    headRefName: string
    headRepositoryOwner?: { login: string }
    args?: string[]
    body?: string
  }[]
  /** Output of `gh pr view` beside the fields of the pull request. */
  view?: object
  /** Pages of the comments on lines of code. */
  comments?: object[][]
  /** Ids of the first comments of resolved threads. */
  resolved?: number[]
  /** Output of `gh issue view`. */
  issue?: object
  /** The message with which `gh pr create` and `gh issue view` fail. */
  failure?: string
  /** The repository that `gh repo view` prints. Without it the command fails. */
  base?: { nameWithOwner: string; url?: string; defaultBranchRef?: { name: string } }
  /** Logins of organisations. */
  organizations?: string[]
  calls: string[][]
}

const program = (state: string): string => `#!${process.execPath}
const fs = require('node:fs')
const state = JSON.parse(fs.readFileSync(${JSON.stringify(state)}, 'utf8'))
const args = process.argv.slice(2)
const value = (flag) => args[args.indexOf(flag) + 1]
const save = () => fs.writeFileSync(${JSON.stringify(state)}, JSON.stringify(state))
state.calls.push(args)
save()
const [group, action] = args
// Of old versions too, such as 2.23 of Debian 12.
const known = ['--head', '--state', '--limit', '--json', '--base', '--title', '--body-file', '--repo', '--hostname', '--paginate', '--jq', '--comments', '--method']
const strange = args.find((word) => word.startsWith('--') && word !== '--version' && !known.includes(word))
if (strange) { console.error('unknown flag: ' + strange); process.exit(1) }
/** Each page on its own line, as with \`--jq .\`. */
const print = (pages) => { for (const page of pages) console.log(JSON.stringify(page)) }
if (group === '--version') console.log('gh version 2.83.0')
else if (group === 'pr' && action === 'list')
  console.log(JSON.stringify(state.pulls.filter((pull) => pull.headRefName === value('--head')).map(({ url, headRepositoryOwner }) => ({ url, headRepositoryOwner }))))
else if (group === 'repo' && action === 'view' && state.base) console.log(JSON.stringify(state.base))
else if (group === 'api' && action.startsWith('users/'))
  console.log((state.organizations ?? []).includes(action.slice(6)) ? 'Organization' : 'User')
else if (group === 'pr' && action === 'create' || group === 'api' && action.endsWith('/pulls')) {
  const body = fs.readFileSync(0, 'utf8')
  if (state.failure) { console.error(state.failure); process.exit(1) }
  const number = state.pulls.length + 1
  const url = 'https://github.com/acme/app/pull/' + number
  state.pulls.push({ number, url, headRefName: value('--head'), args, body })
  save()
  console.log(url)
} else if (group === 'pr' && action === 'view') {
  const wanted = args[2]
  const pull = state.pulls.find((each) => [String(each.number), each.url, each.headRefName].includes(wanted))
  if (!pull) { console.error('no pull requests found for "' + wanted + '"'); process.exit(1) }
  const { number, url, headRefName } = pull
  console.log(JSON.stringify({ number, url, headRefName, state: 'OPEN', ...state.view }))
} else if (group === 'issue') {
  if (state.failure) { console.error(state.failure); process.exit(1) }
  console.log(JSON.stringify(state.issue))
} else if (group === 'api' && action === 'graphql') {
  const nodes = (state.resolved ?? []).map((databaseId) => ({ isResolved: true, comments: { nodes: [{ databaseId }] } }))
  print([{ data: { repository: { pullRequest: { reviewThreads: { nodes } } } } }])
} else if (group === 'api') print(state.comments ?? [[]])
else { console.error('unknown command'); process.exit(1) }
`

/** Creates a `gh` that keeps its state in a file, and the environment in which it is found. */
export const createFakeGitHub = (initial: Partial<FakeGitHub> = {}) => {
  const folder = makeFolder()
  const state = join(folder, 'state.json')
  const write = (next: FakeGitHub): void => writeFileSync(state, JSON.stringify(next))
  const read = (): FakeGitHub => JSON.parse(readFileSync(state, 'utf8')) as FakeGitHub
  write({ pulls: [], calls: [], ...initial })
  writeFileSync(join(folder, 'gh'), program(state), { mode: 0o755 })
  return {
    env: { PATH: `${folder}${delimiter}${process.env['PATH']}` },
    read,
    change: (part: Partial<FakeGitHub>): void => write({ ...read(), ...part }),
  }
}

/** A `PATH` with git and a shell, and without `gh`. */
export const pathWithoutGh = (): string => {
  const folder = makeFolder()
  for (const name of ['git', 'sh'])
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(folder, name),
    )
  return folder
}

/** Creates a repository whose `origin` is a bare repository on disk. */
export const makeClone = (): { repository: string; remote: string } => {
  const repository = makeRepository()
  const remote = makeFolder()
  git(remote, 'init', '-q', '--bare', '-b', 'main')
  git(repository, 'remote', 'add', 'origin', remote)
  git(repository, 'push', '-q', 'origin', 'main')
  return { repository, remote }
}
