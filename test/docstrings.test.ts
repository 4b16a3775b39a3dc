import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application, Comment, CommentTag, Converter, TSConfigReader } from 'typedoc'
import { expect, it, onTestFinished } from 'vitest'
import { findUndocumented } from '../scripts/lib/find-undocumented.mjs'
import { findUnlinked } from '../scripts/lib/find-unlinked.mjs'
import { spellOutUnions } from '../scripts/lib/spell-out-unions.mjs'

const documented = `/** A thing with a name. */
interface Named {
  /** The name of the thing. */
  name: string
}

/** A circle. */
export interface Circle extends Named {
  /** The kind of shape. */
  kind: 'circle'
  /** The position: members of a type without a name are described here. */
  center: { x: number; y: number }
}

/** A circle at the origin; the docstring of a redefined member is inherited. */
export interface Disc extends Circle {
  center: { x: 0; y: 0 }
}

/** A square. */
export interface Square extends Named {
  /** The kind of shape. */
  kind: 'square'
  /** Returns a square of another size. */
  scale(factor: number): Square
}

/** One of the shapes. */
export type Shape = Circle | Square

/** Returns the area of a shape. */
export function area(shape: Circle): number
export function area(shape: Square): number
export function area(shape: Shape): number {
  return shape.name.length
}

/** The default name. */
export const defaultName = 'shape'

/** A counter. */
export class Counter {
  /** The current value. */
  value = 0
  /** Whether the value is zero. */
  get isZero(): boolean {
    return this.value === 0
  }
}
`

/** Reads source files as the site does, with a group for each symbol. */
const convert = async (files: Readonly<Record<string, string>>) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-docstrings-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shapes', version: '1.0.0' }))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { noLib: true, types: [] }, files: ['index.ts'] }),
  )
  // Without the reader of `typedoc.json`: its options are those of this repository.
  const app = await Application.bootstrap(
    {
      entryPoints: [join(folder, 'index.ts')],
      tsconfig: join(folder, 'tsconfig.json'),
      skipErrorChecking: true,
      logLevel: 'None',
    },
    [new TSConfigReader()],
  )
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    spellOutUnions(context)
    for (const symbol of context.project.children ?? []) {
      const target = symbol.signatures?.[0] ?? symbol
      target.comment ??= new Comment()
      target.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: 'Shapes' }]))
    }
  })
  const project = await app.convert()
  return { project: project!, folder }
}

/** Returns the findings in a source file, without the folder. */
const find = async (source: string): Promise<string[]> => {
  const { project, folder } = await convert({ 'index.ts': source })
  return findUndocumented(project).map((line) => line.replace(`${folder}/`, ''))
}

it('finds nothing where every symbol and every member has a docstring', async () => {
  expect(await find(documented)).toEqual([])
})

it('finds each symbol and each member without a docstring, with its line', async () => {
  const lines = documented.split('\n')
  const isDocstring = (line: string): boolean => line.trim().startsWith('/**')
  const findings = await find(lines.filter((line) => !isDocstring(line)).join('\n'))
  const names = findings.map((line) => line.split('  ')[1])
  expect(names.sort()).toEqual([
    'Circle',
    'Circle.center',
    'Circle.kind',
    'Circle.name',
    'Counter',
    'Counter.isZero',
    'Counter.value',
    'Disc',
    'Disc.center',
    'Disc.kind',
    'Disc.name',
    'Shape',
    'Square',
    'Square.kind',
    'Square.name',
    'Square.scale',
    'area',
    'defaultName',
  ])
  expect(findings.some((line) => line === 'index.ts:2  Circle.name')).toBe(true)
})

it('finds each type of the repository that exported symbols name and that is not exported', async () => {
  const { project } = await convert({
    'index.ts': `
      import type { Point, Size } from './point.ts'
      export type { Point } from './point.ts'
      const colors = ['red', 'blue'] as const
      interface Style { color: Color }
      export type Color = (typeof colors)[0 | 1]
      export type Sizes = Size[]
      export const draw = (at: Point, style: Style): void => {}
    `,
    'point.ts': 'export interface Point { x: number }\nexport interface Size { width: number }\n',
  })
  expect(findUnlinked(project, (name) => name === 'shapes')).toEqual([
    'Sizes  (Size)',
    'draw.draw.style  (Style)',
  ])
  expect(findUnlinked(project, () => false)).toEqual([])
  const color = project.children?.find(({ name }) => name === 'Color')
  expect(color?.type?.toString()).toBe('"red" | "blue"')
})
