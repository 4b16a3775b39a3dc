import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { executeArguments } from '../src/lib/program/execute-arguments.ts'
import { createProgram } from '../src/lib/program/program.ts'
import type { Terminal } from '../src/lib/terminal/terminal.ts'
import { makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

let repository = ''
let plan = ''
let outside = ''

beforeAll(() => {
  repository = makeRepository()
  outside = makeFolder()
  plan = writePlan(makeFolder(), [{ id: '1' }])
})

const fakeTerminal = () => {
  const text = { out: '', error: '' }
  const terminal = {
    ...{ columns: 80, rows: 24, live: false, attended: false, ascii: false, stdout: { isTTY: false } },
    paint: (piece: string) => piece,
    paintError: (piece: string) => piece,
    out(piece: string) {
      text.out += piece
    },
    error(piece: string) {
      text.error += piece
    },
  } as unknown as Terminal
  return { terminal, text }
}

/**
 * Executes a wrong command line. `PLAN`, `REPO` and `OUTSIDE` stand for a plan, a repository without runs,
 * and a folder outside of one.
 */
const lines = async (...words: string[]): Promise<string[]> => {
  const { terminal, text } = fakeTerminal()
  const argv = words.map((word) =>
    word
      .replace(/^PLAN$/, plan)
      .replace(/^REPO$/, repository)
      .replace(/^OUTSIDE$/, outside),
  )
  expect(await executeArguments(terminal, argv), text.error).toBe(2)
  expect(text.out).toBe('')
  const found = text.error.trimEnd().split('\n')
  expect(found.length, text.error).toBeLessThanOrEqual(3)
  expect(found.filter((line) => line.startsWith('error: '))).toEqual([found[0]])
  // The last line contains a command or a flag to type.
  expect(found.at(-1)).toMatch(
    /amelia [a-z-]|--[a-z]|npm install|`git |environment variable [A-Z]|Did you mean/,
  )
  // The names of SDK options are not those of flags.
  expect(text.error).not.toMatch(/`[a-z]+[A-Z]\w*`|\b(?:create|open|list)Runs?\b|\boptions\./)
  return found
}

const commands = createProgram(fakeTerminal().terminal, [], () => {}).commands.filter(
  (command) => command.name() !== 'help',
)

it.each(commands.map((command) => [command.name(), command] as const))(
  'amelia %s reports one typo once, all that is missing, and too much',
  async (name, command) => {
    const usage = `Usage: amelia ${name} --help`
    expect(await lines(name, '--zzzzzz')).toEqual(['error: Unknown flag --zzzzzz.', usage])
    for (const { long, hidden } of command.options) {
      if (hidden || long === undefined || long === null || long.length < 7) continue
      // Two letters are swapped.
      const typo = long.slice(0, 3) + long[4] + long[3] + long.slice(5)
      if (long[3] !== long[4])
        expect(await lines(name, typo)).toEqual([`error: Unknown flag ${typo}. Did you mean ${long}?`, usage])
    }
    const needed = [
      ...command.registeredArguments.flatMap((argument) =>
        argument.required ? [`<${argument.name()}>`] : [],
      ),
      ...command.options.flatMap(({ mandatory, flags }) => (mandatory ? [flags] : [])),
    ]
    if (needed.length > 0) {
      const [first = '', ...others] = await lines(name)
      for (const each of needed) expect(first).toContain(each)
      expect(others).toEqual([usage])
    }
    if (!command.registeredArguments.some(({ variadic }) => variadic)) {
      const words = Array.from({ length: command.registeredArguments.length + 1 }, () => 'x')
      const flags = command.options.flatMap(({ mandatory, long }) => (mandatory ? [long!, 'x'] : []))
      expect((await lines(name, ...words, ...flags))[0]).toContain(`got ${words.length}: `)
    }
    for (const { argChoices, long, hidden } of command.options) {
      if (!argChoices || hidden) continue
      const [first = '', last] = await lines(name, long!, 'zz')
      expect(first).toContain(`error: ${long} cannot be "zz". `)
      expect(last).toBe(usage)
    }
  },
)

const here = ['--repo', 'REPO'] as const
const database = 'postgresql://127.0.0.1:1/none'

it.each<[contained: string, words: string[]]>([
  ['Unknown command "chekc". Did you mean check?', ['chekc']],
  ['Unknown command "zzzzzz".', ['zzzzzz']],
  ['Unknown flag --zz.', ['--zz']],
  ['--color cannot be "x".', ['runs', '--color', 'x']],
  ['amelia run needs <plan>.', ['run']],
  ['amelia steer needs <run>, <phase> and <text>.', ['steer']],
  ['amelia fork needs --from <phase>.', ['fork']],
  [
    '--budget-usd cannot be "x". Expected a number greater than 0. amelia fork also needs --from <phase>.',
    ['fork', '--budget-usd', 'x'],
  ],
  ['amelia run also needs <plan>.', ['run', '--concurrency', '0', '--budget-usd', '1']],
  ['Unknown command "zz".', ['help', 'zz']],
  ['Unknown command "chekc". Did you mean check?', ['help', 'chekc']],
  ['Unknown flag --form. Did you mean --from?', ['fork', '--form', '2a']],
  ['<shell> cannot be "tcsh".', ['completion', 'tcsh']],
  ['--limit needs a value: --limit <n>', ['runs', '--limit']],
  ['--limit cannot be "x".', ['runs', '--limit', 'x']],
  [
    '--status cannot be "nope". Allowed choices are running, draining, ',
    ['runs', '--status', 'nope', ...here],
  ],
  ['File not found', ['check', 'no-such-plan.md']],
  ['in the format "x"', ['convert', 'PLAN', '--to', 'x']],
  ['Unknown driver "x"', ['doctor', '--driver', 'x', ...here]],
  ['needs an agent', ['plan', 'Goal', ...here]],
  ['needs the command of the agent', ['plan', 'Goal', '--driver', 'command', ...here]],
  ['Writing a plan needs a goal and an agent.', ['plan', ...here]],
  ['--driver api needs the URL of a server.', ['plan', 'Goal', '--driver', 'api', '--model', 'm', ...here]],
  ['Add --model NAME.', ['plan', 'Goal', '--driver', 'api', '--base-url', 'http://127.0.0.1:1', ...here]],
  ['amelia feedback needs --pr, --comments <file> or --dropped.', ['feedback']],
  ['amelia feedback needs --pr, --comments <file> or --dropped.', ['feedback', 'x']],
  ['needs the URL of a server and the name of a model', ['plan', 'Goal', '--driver', 'api', ...here]],
  ['--trust', ['run', 'PLAN', ...here]],
  ['--concurrency cannot be "0"', ['run', 'PLAN', '--concurrency', '0']],
  ['--tracker-id must be at most', ['run', 'PLAN', '--tracker-id', '%%', '--dry-run', ...here]],
  ['cannot be the target branch', ['run', 'PLAN', '--target', '..', '--dry-run', ...here]],
  [
    'so --commit cannot be "single"',
    ['run', 'PLAN', '--in-place', '--commit', 'single', '--dry-run', ...here],
  ],
  ['not "other"', ['run', 'PLAN', '--in-place', '--target', 'other', '--dry-run', ...here]],
  ['--copy must not contain "../x"', ['run', 'PLAN', '--copy', '../x', '--dry-run', ...here]],
  ['--copy contains "none", but', ['run', 'PLAN', '--copy', 'none', '--dry-run', ...here]],
  ['--link contains "none", but', ['run', 'PLAN', '--link', 'none', '--dry-run', ...here]],
  ['the command was not found: none-such', ['run', 'PLAN', '--notify', 'none-such x', '--dry-run', ...here]],
  ['the dashboard would end', ['run', 'PLAN', '--ui', '--detach', '--trust', 'autonomous', ...here]],
  ['--database must be an address', ['runs', '--database', 'x', ...here]],
  ['The answer to question 1 is missing.', ['answer', '1', ...here]],
  ['--tag is for Task Master files', ['run', 'PLAN', '--tag', 'x', '--dry-run', ...here]],
  ['--tag is for Task Master files', ['check', 'PLAN', '--tag', 'x']],
  ['--link must not contain "/etc"', ['run', 'PLAN', '--link', '/etc', '--dry-run', ...here]],
  ['--from 9: the plan has no such phase', ['run', 'PLAN', '--from', '9', '--dry-run', ...here]],
  ['shell syntax', ['run', 'PLAN', '--test', 'a | b', ...here]],
  ['--tdd full needs a test command', ['run', 'PLAN', '--tdd', 'full', '--dry-run', ...here]],
  ['--model-for x', ['run', 'PLAN', '--model-for', 'x', '--dry-run', ...here]],
  ['Folder not found', ['run', 'PLAN', '--repo', '/no/such/folder']],
  [
    'is not inside a git repository.',
    ['run', 'PLAN', '--detach', '--trust', 'autonomous', '--repo', 'OUTSIDE'],
  ],
  ['No runs in this repository', ['status', ...here]],
  ['No unfinished run', ['resume', ...here]],
  ['Run "x" not found', ['resume', 'x', ...here]],
  ['The id of the run is empty.', ['revert', '', '--yes', ...here]],
  ['Run "x" not found', ['fork', 'x', '--from', '1', ...here]],
  ['Run "x" not found', ['cancel', 'x', ...here]],
  ['Run "x" not found', ['steer', 'x', '1', 'text', ...here]],
  ['needs a terminal', ['answer', ...here]],
  ['The question for "approve" is missing.', ['answer', 'approve', ...here]],
  ['at most 3 words', ['answer', 'a', 'b', 'c', 'd', ...here]],
  ['amelia cluster work needs a database', ['cluster', 'work']],
  ['amelia cluster work needs a repository', ['cluster', 'work', '--database', database]],
  ['--engine dbos needs a database', ['run', 'PLAN', '--engine', 'dbos', ...here]],
  ['--engine dbos needs a repository', ['run', 'PLAN', '--engine', 'dbos', '--database', database, ...here]],
  ['--keep, --older-than and --label select', ['clean', 'x', '--label', 'a=b', ...here]],
  ['--attempts and --transcripts clean one run', ['clean', '--keep', '1', '--transcripts', ...here]],
])('reports %s', async (contained, words) => {
  expect((await lines(...words)).join('\n')).toContain(contained)
})

it('does not report an argument as missing that follows a wrong value', async () => {
  const [first] = await lines('-q', 'run', '--trust', 'x', '--driver', 'claude', 'PLAN')
  expect(first).toMatch(/^error: --trust cannot be "x"\. Allowed choices are [\w, ]+\.$/)
})

it('reports the missing prerequisites of all agents together', async () => {
  const keys = {
    ANTHROPIC_API_KEY: '',
    ANTHROPIC_AUTH_TOKEN: '',
    CLAUDE_CODE_OAUTH_TOKEN: '',
    OPENAI_API_KEY: '',
  }
  const others = { HOME: makeFolder(), CODEX_HOME: join(repository, 'none') }
  const before = { ...process.env }
  Object.assign(process.env, keys, others)
  try {
    const agents = ['--driver', 'claude', '--reviewer-driver', 'codex', '--trust', 'autonomous']
    const [first = '', last] = await lines('run', 'PLAN', ...agents, ...here)
    expect(first).toMatch(/Claude has .*Codex has /)
    expect(last).toBe('To see how to set them up: amelia doctor --driver claude --driver codex')
  } finally {
    for (const name of Object.keys({ ...keys, ...others })) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
})
