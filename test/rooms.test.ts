import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureRooms } from './structure/measure-rooms.ts'

const root = join(import.meta.dirname, '..')

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages'], {
  cwd: root,
  encoding: 'utf8',
})

/** The source files that are not tests, by package. */
const packages = new Map<string, string[]>()
for (const path of listed.split('\n').sort()) {
  const [, name] = /^packages\/([^/]+)\/src\/.*\.tsx?$/.exec(path) ?? []
  if (name !== undefined && !path.endsWith('.test.ts'))
    packages.set(name, [...(packages.get(name) ?? []), path])
}

const mostFiles = 25
const mostLines = 250
/** The whole pipeline of core, and the whole way of the dashboard from its source to the screen. */
const crossings = ['packages/core/src/lib', 'packages/dashboard/src/lib']
const mostArrows = (folder: string): number => crowdedRooms[folder] ?? (crossings.includes(folder) ? 70 : 30)

/**
 * Rooms of core that outgrew the limits when rounds, findings and restored files came, and are to be split.
 * Nothing may be added to them: these numbers only fall.
 */
const lib = 'packages/core/src/lib'
const crowdedRooms: Record<string, number> = {
  [`${lib}/machine/attempt`]: 40,
  [`${lib}/perform`]: 37,
}

describe.each([...packages])('the rooms of %s', (_name, paths) => {
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const { rooms, fileCycles } = measureRooms(sources)

  it(`have at most ${mostFiles} files each`, () => {
    expect(
      rooms.filter(({ files }) => files > mostFiles).map((room) => `${room.folder}: ${room.files}`),
    ).toEqual([])
  })

  it('have few arrows between their children', () => {
    const crowded = rooms.filter(({ folder, arrows }) => arrows.length > mostArrows(folder))
    expect(crowded.map(({ folder, arrows }) => `${folder}: ${arrows.length}`)).toEqual([])
  })

  it('import one another in one direction', () => {
    const cycles = rooms.flatMap(({ folder, cycles }) =>
      cycles.map((cycle) => `${folder}: ${cycle.join(', ')}`),
    )
    expect(cycles).toEqual([])
  })

  it('contain no cycle of files', () => {
    expect(fileCycles).toEqual([])
  })

  it(`contain no file of more than ${mostLines} lines`, () => {
    const lengths = [...sources].map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
    expect(lengths.filter(({ lines }) => lines > mostLines)).toEqual([])
  })
})
