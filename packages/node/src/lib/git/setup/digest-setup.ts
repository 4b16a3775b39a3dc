import { createHash } from 'node:crypto'
import type { WorkspaceSetup } from './check-setup.ts'
import { callOn, type WorkPlace } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'

/** Files that list a project's exact dependencies, at any depth. */
export const lockfiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'Pipfile.lock',
  'requirements*.txt',
  'Gemfile.lock',
  'composer.lock',
  'go.sum',
  'mix.lock',
  'pubspec.lock',
  'Package.resolved',
  'packages.lock.json',
  'gradle.lockfile',
  'flake.lock',
]

/**
 * Digests a set-up and the lockfiles of the slot's tree: workspaces with the same digest need the same
 * set-up.
 */
export const digestSetup = async (slot: WorkPlace, setup: WorkspaceSetup): Promise<string> => {
  const { stdout } = await runGit(
    ['ls-files', '-z', '--stage', '--', ...lockfiles.map((name) => `:(glob)**/${name}`)],
    { ...callOn(slot), env: { GIT_LITERAL_PATHSPECS: '0' } },
  )
  const asked = JSON.stringify([setup.setup, setup.copy, setup.link])
  return createHash('sha256').update(asked).update('\0').update(stdout).digest('hex')
}
