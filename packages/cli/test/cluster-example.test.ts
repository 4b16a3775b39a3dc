import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { createProgram } from '../src/lib/program/program.ts'
import type { Terminal } from '../src/lib/terminal/terminal.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'examples/cluster')

interface Compose {
  services: Record<string, { command?: string[]; secrets?: string[]; deploy?: { replicas: number } }>
  secrets: Record<string, { file: string }>
}

/** The flags of a command. */
const flagsOf = (name: string): string[] => {
  const program = createProgram({ stdout: {} } as unknown as Terminal, [], () => {})
  const command = program.commands.find((each) => each.name() === name)
  return command!.options.map(({ long }) => long!)
}

it('the compose file starts three workers, with flags that exist', () => {
  const { services, secrets } = load(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as Compose
  expect(Object.keys(services)).toEqual(['database', 'repository', 'worker'])
  const { command = [], deploy } = services['worker']!
  expect(deploy).toEqual({ replicas: 3 })
  const words = command.slice(command.indexOf('amelia') + 1)
  expect(words.slice(0, 2)).toEqual(['cluster', 'work'])
  expect(flagsOf('cluster')).toEqual(expect.arrayContaining(words.filter((word) => word.startsWith('--'))))
  const used = Object.values(services).flatMap((service) => service.secrets ?? [])
  expect(Object.keys(secrets)).toEqual([...new Set(used)])
})

it.each([join(folder, 'README.md'), join(root, 'docs/use/cluster.md')])(
  '%s has commands with flags that exist',
  (file) => {
    const commands = [...readFileSync(file, 'utf8').matchAll(/amelia (run|cluster)\b([^\n`#]*)/g)]
    expect(commands.length).toBeGreaterThan(1)
    for (const [, name = '', words = ''] of commands) {
      const flags = words.match(/--[a-z-]+/g) ?? []
      expect(flagsOf(name)).toEqual(expect.arrayContaining(flags))
    }
  },
)
