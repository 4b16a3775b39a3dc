import type { Workspace } from '../../contract/workspace.ts'

/** The package manager of a project, as the commands that install something. */
export interface PackageManager {
  /** Installs what the project declares. */
  install: string
  /** Installs a package that the project does not declare. */
  add(name: string): string
  /** Installs a program that the project does not declare. */
  addProgram(name: string): string
  declares(name: string): boolean
}

type NodeManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const lockfiles: readonly (readonly [string, NodeManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/** Packages whose program has another name. */
const packageOf: Record<string, string> = { tsc: 'typescript', playwright: '@playwright/test' }

/**
 * Finds the package manager of a folder by its manifests and lockfiles, and those of the folders above it.
 * Undefined without any.
 */
export const findPackageManager = async (
  workspace: Workspace,
  cwd = '',
): Promise<PackageManager | undefined> => {
  const parts = cwd.split('/').filter((part) => part !== '' && part !== '.')
  const folders = parts.map((_, index) => `/${parts.slice(0, parts.length - index).join('/')}`)
  let manifest: string | undefined
  for (const folder of [...folders, '']) {
    const names = new Set(await workspace.fs.readdir(folder || '/').catch((): string[] => []))
    const read = (name: string): Promise<string> => readText(workspace, `${folder}/${name}`)
    if (names.has('package.json')) manifest ??= await read('package.json')
    const locked = lockfiles.find(([file]) => names.has(file))?.[1]
    // The lockfile of a workspace is above the manifest of its package.
    const chosen = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(
      names.has('package.json') ? await read('package.json') : '',
    )?.[1] as NodeManager | undefined
    if (manifest !== undefined && (chosen ?? locked)) return nodeManager(chosen ?? locked!, manifest)
    if (manifest === undefined) {
      const other = await otherManager(names, read)
      if (other) return other
    }
  }
  return manifest === undefined ? undefined : nodeManager('npm', manifest)
}

const nodeManager = (name: NodeManager, manifest: string): PackageManager => {
  const add = (wanted: string): string => `${name} ${adding[name]} ${packageOf[wanted] ?? wanted}`
  return {
    install: `${name} install`,
    add,
    addProgram: (program) => (program in adding ? `npm install --global ${program}` : add(program)),
    declares: (wanted) => manifest.includes(`"${packageOf[wanted] ?? wanted}"`),
  }
}

const adding: Record<NodeManager, string> = {
  npm: 'install --save-dev',
  pnpm: 'add --save-dev',
  yarn: 'add --dev',
  bun: 'add --dev',
}

const otherManager = async (
  names: ReadonlySet<string>,
  read: (name: string) => Promise<string>,
): Promise<PackageManager | undefined> => {
  if (names.has('pyproject.toml') || names.has('requirements.txt')) {
    const declared = `${await read('pyproject.toml')}\n${await read('requirements.txt')}`
    const [install, add] = names.has('uv.lock')
      ? ['uv sync', 'uv add']
      : names.has('poetry.lock')
        ? ['poetry install', 'poetry add']
        : [
            names.has('requirements.txt') ? 'pip install -r requirements.txt' : 'pip install -e .',
            'pip install',
          ]
    return simple(install, `${add} `, declared)
  }
  if (names.has('Cargo.toml')) {
    const manager = simple('cargo fetch', 'cargo add ', await read('Cargo.toml'))
    return { ...manager, addProgram: (program) => `cargo install ${program}` }
  }
  if (names.has('go.mod')) return simple('go mod download', 'go get ', await read('go.mod'))
  return undefined
}

const simple = (install: string, prefix: string, declared: string): PackageManager => {
  const add = (name: string): string => `${prefix}${name}`
  const words = new Set(declared.toLowerCase().split(/[^\w./-]+/))
  return { install, add, addProgram: add, declares: (name) => words.has(name.toLowerCase()) }
}

/** The beginning of a manifest; empty if it cannot be read. */
const readText = async ({ fs }: Workspace, path: string): Promise<string> => {
  const bytes = await fs.readFile(path).catch(() => new Uint8Array())
  return new TextDecoder().decode(bytes.subarray(0, 200_000))
}
