import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from './run-process.mjs'

/** Runs git, and ends the process if git fails. */
export const git = async (...args) => {
  const { code, output } = await runProcess('git', args)
  if (code === 0) return output
  console.error(`git ${args.join(' ')} failed:\n${output.trimEnd()}`)
  if (code === 127) console.error('Install git and run the command again.')
  process.exit(1)
}

/** Creates a repository with one commit, independent of the user's git configuration. */
export const createRepository = async (path) => {
  mkdirSync(path, { recursive: true })
  const folder = realpathSync(path)
  await git('init', '--quiet', '--template=', '--initial-branch=main', folder)
  const settings = {
    'user.name': 'Amelia Demo',
    'user.email': 'demo@amelia.invalid',
    'commit.gpgSign': 'false',
    'core.autocrlf': 'false',
    'core.hooksPath': join(folder, '.git', 'hooks'),
  }
  for (const [name, value] of Object.entries(settings)) await git('-C', folder, 'config', name, value)
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n')
  await git('-C', folder, 'add', '.gitignore')
  await git('-C', folder, 'commit', '--quiet', '--message', 'Begin')
  return folder
}
