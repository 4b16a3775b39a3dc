import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { completeManifest } from '../scripts/lib/release/complete-manifest.mjs'
import { orderPackages } from '../scripts/lib/release/order-packages.mjs'
import { readOrigin } from '../scripts/lib/release/read-origin.mjs'

const root = resolve(import.meta.dirname, '..')
const origin = {
  repository: 'https://git.example.org/amelia',
  homepage: 'https://amelia.example.org',
  bugs: { url: 'https://git.example.org/amelia/issues' },
}

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
const read = (folder: string, base = root) =>
  JSON.parse(readFileSync(join(base, folder, 'package.json'), 'utf8')) as Manifest

describe('a release', () => {
  it.each([
    ['repository', { ...origin, repository: undefined }],
    ['homepage', { ...origin, homepage: '' }],
    ['bugs', { ...origin, bugs: { url: 'nowhere' } }],
  ])('is refused without a URL in %s', (field, manifest) => {
    expect(() => readOrigin(manifest)).toThrow(`no URL in "${field}". A release needs all of`)
  })

  it('takes the place of the sources from the root', () => {
    expect(readOrigin({ name: 'root', ...origin })).toEqual(origin)
    expect(completeManifest({ name: 'a' }, { origin, folder: 'packages/a' })).toEqual({
      name: 'a',
      ...origin,
      repository: { type: 'git', url: origin.repository, directory: 'packages/a' },
    })
  })

  it.each(['dependencies', 'peerDependencies', 'optionalDependencies'])(
    'is refused with a range of the workspace in %s',
    (kind) => {
      const manifest = { name: 'a', [kind]: { b: 'workspace:^', c: '^1.0.0' } }
      expect(() => completeManifest(manifest, { origin, folder: 'packages/a' })).toThrow(
        'a would be released with "b": "workspace:^".',
      )
    },
  )

  it('publishes each package after those it depends on', () => {
    const manifests = folders.map((folder) => read(folder))
    const names = orderPackages([...manifests].reverse()).map(({ name }) => name)
    expect(names).toHaveLength(folders.length)
    for (const { name, dependencies, peerDependencies } of manifests)
      for (const needed of Object.keys({ ...dependencies, ...peerDependencies }))
        if (names.includes(needed))
          expect(names.indexOf(needed), `${name}: ${needed}`).toBeLessThan(names.indexOf(name))
  })

  it('does not start in the folder of a package', async () => {
    const failure: unknown = await promisify(execFile)(
      process.execPath,
      [join(root, 'scripts/refuse-publish.mjs')],
      { cwd: join(root, 'packages/core') },
    ).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 1 })
    expect((failure as { stderr: string }).stderr).toContain('Run `npm run release` in the root')
  })
})

/** The files of `.changeset` that are not changesets. */
const kept = ['README.md', 'config.json']

/** Creates a checkout with manifests, changelogs and scripts, but without sources. */
const createCheckout = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'amelia-versions-'))
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'scripts']
  const version = 'packages/core/src/lib/run/journal/core-version.ts'
  for (const file of [
    ...files,
    version,
    ...kept.map((name) => `.changeset/${name}`),
    ...folders.flatMap((folder) => [`${folder}/package.json`, `${folder}/CHANGELOG.md`]),
  ]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: copy })
  writeFileSync(join(copy, '.changeset/faster.md'), "---\n'@amelia/core': minor\n---\n\nRuns start faster.\n")
  return copy
}
const setVersions = (copy: string) =>
  execFileSync(process.execPath, [join(copy, 'scripts/set-versions.mjs')], { cwd: copy, encoding: 'utf8' })

describe('the version', () => {
  it('stays 0.1.0 until it is released', ({ onTestFinished }) => {
    const copy = createCheckout()
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    const before = read('packages/core', copy)
    expect(setVersions(copy)).toBe(
      '0.1.0 is not released yet and stays the version. Deleted changesets: 1.\n',
    )
    expect(read('packages/core', copy)).toEqual(before)
    expect(readdirSync(join(copy, '.changeset')).sort()).toEqual(kept)
    expect(setVersions(copy)).toContain('Deleted changesets: 0.')
    expect(readdirSync(join(copy, '.changeset')).sort()).toEqual(kept)
  })

  it('rises for all packages, to one that the peer ranges of 0.1.0 exclude', ({ onTestFinished }) => {
    const copy = createCheckout()
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@amelia.invalid', ...args], { cwd: copy })
    git('commit', '--quiet', '--allow-empty', '--message', 'Release')
    git('tag', '@amelia/core@0.1.0')
    setVersions(copy)
    expect(new Set(folders.map((folder) => read(folder, copy).version))).toEqual(new Set(['0.2.0']))
    expect(read('packages/node', copy).peerDependencies).toEqual({ '@amelia/core': 'workspace:^' })
    const versions = readFileSync(join(copy, 'packages/core/src/lib/run/journal/core-version.ts'), 'utf8')
    expect(versions).toContain("coreVersion = '0.2.0'")
    expect(readFileSync(join(copy, 'packages/core/CHANGELOG.md'), 'utf8')).toMatch(
      /^# @amelia\/core\n\n## 0\.2\.0\n\n### Minor Changes\n\n- Runs start faster\.\n\n## 0\.1\.0\n/,
    )
    expect(readdirSync(join(copy, '.changeset')).sort()).toEqual(kept)
  })
})

describe('a pending changeset', () => {
  it('prevents a release, and the README beside it is not one', async ({ onTestFinished }) => {
    const copy = createCheckout()
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ name: 'root', ...origin }))
    const failure: unknown = await promisify(execFile)(process.execPath, [
      join(copy, 'scripts/release.mjs'),
    ]).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 1 })
    expect((failure as { stderr: string }).stderr).toContain(
      'Pending changesets: 1, such as .changeset/faster.md.',
    )
  })
})
