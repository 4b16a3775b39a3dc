import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The commands that install the packages of a JavaScript project, by its lockfile. */
export const installCommands = [
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn install --immutable'],
  ['bun.lock', 'bun install --frozen-lockfile'],
  ['bun.lockb', 'bun install --frozen-lockfile'],
  ['package-lock.json', 'npm ci'],
] as const

/** Returns the command that installs the packages of a folder. */
export const howToInstall = (folder: string): string =>
  installCommands.find(([lockfile]) => existsSync(join(folder, lockfile)))?.[1] ?? 'npm install'
