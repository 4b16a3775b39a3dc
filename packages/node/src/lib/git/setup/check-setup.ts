import { AmeliaError, isGitName } from '@amelia/core/plugin'

/** The set-up of a workspace, which makes the project's commands work there. */
export interface WorkspaceSetup {
  /** Commands by argv, in order. */
  setup: readonly (readonly string[])[]
  /** Paths of the user's checkout to copy. */
  copy: readonly string[]
  /** Paths of the user's checkout to link to. */
  link: readonly string[]
}

/**
 * Validates the set-up in the options; null if it is empty.
 *
 * Throws `OPTION_INVALID` for a command without a program, a path that leaves the repository or belongs to
 * git, and a link to `node_modules`.
 */
export const checkSetup = (options: {
  setup?: string[][] | undefined
  copy?: string[] | undefined
  link?: string[] | undefined
}): WorkspaceSetup | null => {
  const { setup = [], copy = [], link = [] } = options
  for (const argv of setup) {
    if (argv[0] && argv.every((word) => !word.includes('\0'))) continue
    const message = `setup has a command without a program: ${JSON.stringify(argv)}. Pass its words, as in [['npm', 'ci']].`
    throw new AmeliaError('OPTION_INVALID', message, { option: 'setup' })
  }
  const checked = {
    setup: setup.map((argv) => [...argv]),
    copy: copy.map((path) => checkPlace('copy', path)),
    link: link.map((path) => checkPlace('link', path)),
  }
  for (const path of checked.link) checkLink(path, path)
  return setup.length + copy.length + link.length === 0 ? null : checked
}

/** Refuses a link to `node_modules`. */
export const checkLink = (path: string, target: string): void => {
  if (!target.split('/').some((part) => part.toLowerCase() === 'node_modules')) return
  const message = `link must not contain ${JSON.stringify(path)}: an install in a workspace would empty your node_modules. Use setup to install it there, or copy.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'link' })
}

const checkPlace = (option: 'copy' | 'link', path: string): string => {
  const place = path.replace(/\/+$/, '')
  const parts = place.split('/')
  const bad =
    /[\\\0]/.test(place) ||
    parts.some((part) => part === '' || part === '.' || part === '..' || isGitName(part))
  if (!bad) return place
  const message = `${option} must not contain ${JSON.stringify(path)}. Pass a path inside the repository, relative to its root, with /.`
  throw new AmeliaError('OPTION_INVALID', message, { option })
}
