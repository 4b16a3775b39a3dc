import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Manifest {
  name: string
  version?: string
  type?: string
  license?: string
  engines?: { node?: string }
  files?: string[]
  exports?: Record<string, Record<string, string>>
  publishConfig?: { access?: string }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const root = resolve(import.meta.dirname, '..')
const read = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
const folders = readdirSync(join(root, 'packages'))
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(join(root, folder, 'package.json')))

const exact = /^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|workspace:\*)$/

/** Packages of which a program must have a single copy, and that a package of ours cannot work without. */
const shared = new Set(['@opentelemetry/api', 'react', 'react-dom'])

describe.each(folders)('%s', (folder) => {
  const manifest = read(folder)

  it('is an ES module for Node 20.19 with a free licence', () => {
    expect(manifest.name).toBe(
      folder === 'packages/amelia' ? 'amelia' : folder.replace('packages/', '@amelia/'),
    )
    expect(manifest).toMatchObject({
      type: 'module',
      license: 'MIT',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public' },
    })
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'src', '!src/**/*.test.ts']))
  })

  it('has doors that are source files, listed first', () => {
    for (const [door, targets] of Object.entries(manifest.exports ?? {})) {
      if (door.endsWith('.css')) {
        expect(targets).toEqual({
          'amelia-source': `./src/${door.slice(2)}`,
          default: `./dist/${door.slice(2)}`,
        })
        expect(existsSync(join(root, folder, 'src', door))).toBe(true)
        continue
      }
      const name = door === '.' ? 'index' : door.slice(2)
      expect(Object.entries(targets)).toEqual([
        ['amelia-source', `./src/${name}.ts`],
        ['types', `./dist/${name}.d.ts`],
        ['default', `./dist/${name}.js`],
      ])
      expect(existsSync(join(root, folder, `src/${name}.ts`))).toBe(true)
    }
    expect(Object.keys(manifest.exports ?? {})).toContain('.')
  })

  it('accepts compatible versions of its dependencies, and pins its tools', () => {
    for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
      if (version === 'workspace:*') continue
      expect(version, name).toMatch(/^\^/)
      expect(version.slice(1), name).toMatch(exact)
    }
    for (const [name, version] of Object.entries(manifest.devDependencies ?? {}))
      expect(version.replace(/^npm:[a-z-]+@/, ''), name).toMatch(exact)
  })

  // `npm run test:packages` uses the highest ones, as npm installs them for a new user.
  it('is tested with the lowest versions that it accepts', () => {
    for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
      if (version === 'workspace:*') continue
      const installed = read(`${folder}/node_modules/${name}`)
      expect(installed.version, name).toBe(version.slice(1))
    }
  })

  it('leaves the version of core to its users, if it is a plugin', () => {
    if (['packages/core', 'packages/cli', 'packages/amelia'].includes(folder)) return
    const { '@amelia/core': core, ...others } = manifest.peerDependencies ?? {}
    expect(core).toBe('workspace:<1.0.0')
    // Users of one agent need not install the others.
    for (const name of Object.keys(others).filter((name) => !shared.has(name)))
      expect(manifest.peerDependenciesMeta?.[name]?.optional, name).toBe(true)
    expect(Object.keys(manifest.dependencies ?? {})).not.toContain('@amelia/core')
  })
})

it('the command line accepts the versions of agents that its drivers accept', () => {
  const { peerDependencies } = read('packages/cli')
  const accepted = ['packages/driver-claude', 'packages/driver-openai'].flatMap((folder) =>
    Object.entries(read(folder).peerDependencies ?? {}).filter(([name]) => name !== '@amelia/core'),
  )
  expect(peerDependencies).toEqual(Object.fromEntries(accepted))
})

describe('the workspace', () => {
  it('pins its tools', () => {
    for (const [name, version] of Object.entries(read('.').devDependencies ?? {})) {
      // Two versions of one package have two names here.
      expect(version.replace(/^npm:[a-z-]+@/, ''), name).toMatch(exact)
    }
  })
})
