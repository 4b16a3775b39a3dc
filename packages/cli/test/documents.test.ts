import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { architectFormats, gateChoices, presetNames, settingValues } from '@amelia/core'
import { planParsers } from '../src/lib/document/plan-parsers.ts'
import { configKeys } from '../src/lib/setting/flag/flag-groups.ts'
import { driverNames } from '../src/lib/setting/agent-names.ts'
import { createProgram } from '../src/lib/program/program.ts'
import { flagsOf, listUndocumented } from './fixtures/undocumented-flags.ts'
import { createTerminal } from '../src/lib/terminal/terminal.ts'

const root = resolve(import.meta.dirname, '../../..')
const program = createProgram(createTerminal(process), [], () => {})
const commands = new Map(program.commands.map((command) => [command.name(), command]))

/** Both flags of `--[no-]adapt`. */
const namesOf = ({ long, flags }: { long: string; flags: string }): string[] =>
  flags.includes('--[no-]') ? [long, `--no-${long.slice(2)}`] : [long]
const all = new Set([program, ...commands.values()].flatMap(flagsOf).flatMap(namesOf))

/** All documents but the decisions and the API reports. */
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && !/^(?:project\/decisions|reference\/api)\//.test(name))
  .map((name) => `docs/${name}`)
const listReadmes = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}/README.md`)
    .filter((path) => existsSync(join(root, path)))
const documents = ['README.md', ...pages, ...['packages', 'examples'].flatMap(listReadmes)]
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Lists the code spans of a document that mention the command line, with their commands and flags. */
const usesOf = (path: string): { place: string; command?: string; flags: string[] }[] =>
  read(path)
    // Backticks in a program are not code spans.
    .replace(/^```js$[^]*?^```$/gm, (code) => code.replace(/.+/g, ''))
    .split('\n')
    .flatMap((line, index) => {
      const place = `${path}:${index + 1}`
      const [, typed] = /^\s*(?:npx )?amelia (.*)$/.exec(line.replace(/\s#.*$/, '')) ?? []
      const spans =
        typed === undefined ? [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1]!) : [`amelia ${typed}`]
      return spans.flatMap((span) => {
        const [, named] = /^(?:npx )?amelia ([a-z]+)\b/.exec(span) ?? []
        const [, bare] = /^([a-z]+) (?:.* )?--/.exec(span) ?? []
        const command = named ?? (bare !== undefined && commands.has(bare) ? bare : undefined)
        // Skip flags of git, npm and other programs.
        if (command === undefined && !span.startsWith('--') && !span.startsWith('amelia ')) return []
        // A property of a style sheet.
        if (span.startsWith('--amelia-')) return []
        // The value of a flag may contain flags of another program.
        const flags = span.replace(/"[^"]*"/g, '').match(/(?<=^|[\s[|(])--[a-z][a-z-]*/g) ?? []
        return [{ place, flags, ...(command !== undefined && { command }) }]
      })
    })

/** Flags of this repository's scripts, by document. */
const ofScripts = new Set(['docs/project/durability.md --long'])

it.each(documents)('%s names only commands and flags that --help lists', (path) => {
  const wrong = usesOf(path).flatMap(({ place, command, flags }) => {
    if (command !== undefined && command !== 'help' && !commands.has(command))
      return [`${place}: "amelia ${command}" is not a command. Commands: ${[...commands.keys()].join(', ')}.`]
    const known =
      command === undefined || command === 'help'
        ? all
        : new Set(flagsOf(commands.get(command)!).flatMap(namesOf))
    return flags
      .filter((flag) => !known.has(flag) && !ofScripts.has(`${path} ${flag}`))
      .map(
        (flag) =>
          `${place}: ${flag} is not listed by "amelia ${command ?? ''} --help". Correct the document; if it is a flag of another program, write that program's name in front of it.`,
      )
  })
  expect(wrong).toEqual([])
})

it('docs/use/cli.md documents every command and every flag that --help lists', () => {
  expect(listUndocumented(program, read('docs/use/cli.md'))).toEqual([])
})

/** The parts of docs/use/cli.md that describe a command, and its lines in the list of commands. */
const partsOf = (name: string): string => {
  const text = read('docs/use/cli.md')
  const start = new RegExp(`^(?:\\*\\*\`amelia ${name}\\b|## amelia ${name}\n)`)
  const parts = text.split(/\n(?=\*\*`amelia |## )/).filter((part) => start.test(part))
  const usage = text.split('\n').filter((line) => new RegExp(`^ {4}amelia ${name}\\b`).test(line))
  return [...parts, ...usage].join('\n')
}
const names = (text: string, flag: string): boolean => new RegExp(`${flag}(?![\\w-])`).test(text)

it.each(['run', 'plan'])('the tables of docs/use/cli.md have exactly the flags of amelia %s', (name) => {
  const rows = partsOf(name).match(/^\| `--.*? \|/gm) ?? []
  const listed = rows.flatMap((row) => row.match(/(?<=`)--[a-z][a-z-]*/g) ?? [])
  const flags = flagsOf(commands.get(name)!).flatMap(namesOf)
  expect(listed.toSorted()).toEqual(flags.filter((flag) => flag !== '--help').toSorted())
})

it('docs/use/cli.md describes each flag with its command, or with amelia run', () => {
  // A paragraph about several commands describes it.
  const shared = ['--help', '--no-pager', '--repo', '--database']
  const shownByRun = new Set(flagsOf(commands.get('run')!).flatMap(namesOf))
  const missing = [...commands].flatMap(([name, command]) => {
    const parts = partsOf(name)
    return flagsOf(command)
      .map(({ long }) => long)
      .filter((flag) => !shownByRun.has(flag) && !shared.includes(flag) && !names(parts, flag))
      .map((flag) => `amelia ${name} ${flag}`)
  })
  expect(missing).toEqual([])
})

it('docs/use/cli.md lists the flags of amelia run that are not settings of a config file', () => {
  const text = read('docs/use/cli.md')
  const [sentence = ''] = /^The flags .* are not settings\.$/m.exec(text) ?? []
  const listed = [
    '--config',
    '--no-config',
    '--profile',
    '--set',
    '--print-config',
    ...(sentence.match(/--[a-z-]+/g) ?? []),
  ]
  const settings = new Set<string>(configKeys)
  const others = commands
    .get('run')!
    .options.filter((option) => !settings.has(option.attributeName()) || option.long === '--no-config')
    .map(({ long }) => long!)
  expect(listed.toSorted()).toEqual(others.toSorted())
})

it('docs/use/cli.md lists the answers, presets, drivers and formats that exist', () => {
  const text = read('docs/use/cli.md')
  const section = text.slice(text.indexOf('| answer | effect |'), text.indexOf('Each question offers'))
  expect([...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)).toEqual([...gateChoices])
  const lists: [string, readonly string[]][] = [
    [`--driver ${driverNames.join('\\|')}`, []],
    ['preset to start from', presetNames],
    ['`--plan-format` sets it to', [...planParsers().map(({ id }) => id), 'single']],
    ['`--format FORMAT`', architectFormats],
    [`--trust ${settingValues.trust.join('\\|')}`, []],
    [`--tdd ${settingValues.tdd.join('\\|')}`, []],
    [`--order ${settingValues.order.join('\\|')}`, []],
    [`--on-failure ${settingValues.onFailure.join('\\|')}`, []],
    [`--commit ${settingValues.publish.join('\\|')}`, []],
  ]
  for (const [start, names] of lists) {
    const line = text.split('\n').find((each) => each.includes(start)) ?? ''
    expect(line, start).not.toBe('')
    for (const name of names) expect(line).toContain(name)
  }
})

it('docs/concepts/plans.md lists the formats that exist', () => {
  const [table = ''] = /^\| format \| looks like \|\n(?:\|.*\n)*/m.exec(read('docs/concepts/plans.md')) ?? []
  const listed = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[a-z-]+/g) ?? [],
  )
  expect(listed.toSorted()).toEqual(
    planParsers()
      .map(({ id }) => id)
      .toSorted(),
  )
})
