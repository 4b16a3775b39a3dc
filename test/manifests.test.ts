import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { completePackage, printManifest } from '../scripts/lib/complete-package.mjs'

interface Manifest {
  name: string
  version?: string
  type?: string
  license?: string
  engines?: { node?: string }
  exports: Record<string, Record<string, string>>
  keywords?: string[]
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

/** Packages whose internal modules a package uses: each version needs a test before users get it. */
const pinned = new Set(['@dbos-inc/dbos-sdk'])

/** Packages of which a program must have a single copy, and that a package of ours cannot work without. */
const shared = new Set(['@opentelemetry/api', 'react', 'react-dom'])

describe.each(folders)('%s', (folder) => {
  const manifest = read(folder)

  it('is an ES module for Node 20.19 with a free licence', () => {
    expect(manifest.name).toBe(
      ['packages/amelia', 'packages/create-amelia'].includes(folder)
        ? folder.slice('packages/'.length)
        : folder.replace('packages/', '@amelia/'),
    )
    expect(manifest).toMatchObject({ type: 'module', license: 'MIT', engines: { node: '>=20.19' } })
    expect(manifest.keywords?.slice(0, 2)).toEqual(['amelia', 'coding-agents'])
    expect(readFileSync(join(root, folder, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    )
  })

  it('has the fields that all share, as `npm run manifests` writes them', () => {
    const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
    expect(text).toBe(printManifest(completePackage(folder.slice('packages/'.length), manifest)))
  })

  it('has the version of all others, and a changelog of it', () => {
    expect(manifest.version).toBe(read('packages/core').version)
    const [title, version] = readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8').split('\n\n')
    expect([title, version]).toEqual([`# ${manifest.name}`, `## ${manifest.version}`])
  })

  it('gets the place of its sources from the root', () => {
    for (const field of ['repository', 'homepage', 'bugs']) expect(manifest).not.toHaveProperty(field)
  })

  it('has doors that are source files', () => {
    for (const { 'amelia-source': source = '' } of Object.values(manifest.exports))
      expect(existsSync(join(root, folder, source)), source).toBe(true)
    expect(Object.keys(manifest.exports)).toContain('.')
  })

  it('accepts compatible versions of its dependencies, and pins its tools', () => {
    for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
      if (version === 'workspace:*') continue
      if (pinned.has(name)) {
        expect(version, name).toMatch(exact)
        continue
      }
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
      expect(installed.version, name).toBe(version.replace('^', ''))
    }
  })

  it('leaves the version of core to its users, if it is a plugin', () => {
    const programs = ['packages/cli', 'packages/amelia', 'packages/create-amelia']
    if (folder === 'packages/core' || programs.includes(folder)) return
    const { '@amelia/core': core, ...others } = manifest.peerDependencies ?? {}
    expect(core).toBe('workspace:^')
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
  const { '@amelia/engine-dbos': engine, ...others } = peerDependencies ?? {}
  expect(engine).toBe('workspace:^')
  expect(others).toEqual(Object.fromEntries(accepted))
})

describe('the workspace', () => {
  it('pins its tools', () => {
    for (const [name, version] of Object.entries(read('.').devDependencies ?? {})) {
      // Two versions of one package have two names here.
      expect(version.replace(/^npm:[a-z-]+@/, ''), name).toMatch(exact)
    }
  })
})
