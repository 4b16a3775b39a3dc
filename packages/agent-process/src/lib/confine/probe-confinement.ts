import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confine, findConfiner } from './confine.ts'

/** Whether this machine can confine processes. */
export interface ConfinementProbe {
  /** Whether a write inside succeeded and one outside failed. */
  works: boolean
  /** For people: the program that confines, such as `bubblewrap 0.8.0`; or the reason why none does. */
  detail: string
  /** How to make it work; absent if it works. */
  remedy?: string
}

let known: ConfinementProbe | undefined

/**
 * Runs the real command line of a confinement once per process: a write inside must succeed, and one outside
 * must fail.
 */
export const probeConfinement = (): ConfinementProbe => (known ??= probe())

const probe = (): ConfinementProbe => {
  if (process.platform !== 'linux' && process.platform !== 'darwin')
    return { works: false, detail: `${process.platform} has no program that confines`, remedy: inContainer }
  const program = findConfiner()
  if (program === undefined) return { works: false, detail: 'bubblewrap is not installed', remedy: install() }
  let root: string | undefined
  try {
    root = mkdtempSync(join(realpathSync(tmpdir()), 'amelia-probe-'))
    return judge(program, root)
  } catch (error) {
    return {
      works: false,
      detail: error instanceof Error ? error.message : String(error),
      remedy: inContainer,
    }
  } finally {
    if (root !== undefined) rmSync(root, { recursive: true, force: true })
  }
}

const judge = (program: string, root: string): ConfinementProbe => {
  const place = (name: string): string => join(root, name)
  for (const name of ['workspace', 'temporary', 'caches', 'outside']) mkdirSync(place(name))
  writeFileSync(place('blank'), '')
  const confinement = {
    ...{ temporary: place('temporary'), caches: place('caches'), blank: place('blank') },
    // Where the folder is below `/tmp`, the write would fail for another reason.
    ...{ write: [], read: [place('outside')], hide: [], network: 'host' as const },
  }
  const script = 'echo inside > "$1/file" || exit 3; echo outside > "$2/file" && exit 4; exit 0'
  const { argv, env } = confine(['/bin/sh', '-c', script, 'probe', place('workspace'), place('outside')], {
    ...{ confinement, workspace: place('workspace'), cwd: place('workspace'), access: 'write' },
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
  })
  const [first = '', ...rest] = argv
  const { status, stderr } = spawnSync(first, rest, {
    ...{ env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'], timeout: 10_000, encoding: 'utf8' },
  })
  const isWritten = existsSync(place('workspace/file'))
  const hasLeft = existsSync(place('outside/file'))
  if (status === 0 && isWritten && !hasLeft) return { works: true, detail: describe(program) }
  const reason = hasLeft
    ? 'a write outside succeeded'
    : stderr.trim().split('\n')[0] || `${program} exited with ${status}`
  return { works: false, detail: reason, remedy: remedyOf(program, stderr) }
}

const describe = (program: string): string => {
  if (process.platform === 'darwin') return 'sandbox-exec (not tested)'
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
  } catch {
    return 'bubblewrap'
  }
}

const inContainer = 'In a container, the container confines: see docs/use/security.md.'

const install = (): string =>
  existsSync('/usr/bin/apt') ? 'Install it: apt install bubblewrap.' : 'Install the package bubblewrap.'

const profile = (
  program: string,
): string => `Ubuntu restricts user namespaces to programs with an AppArmor profile. Allow bubblewrap:
  printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap ${program} flags=(unconfined) {\\n  userns,\\n}\\n' | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap`

const remedyOf = (program: string, errorOutput: string): string => {
  if (isContainer()) return inContainer
  if (readNumber('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === 1) return profile(program)
  if (readNumber('/proc/sys/kernel/unprivileged_userns_clone') === 0)
    return 'Allow user namespaces: sudo sysctl kernel.unprivileged_userns_clone=1.'
  if (readNumber('/proc/sys/user/max_user_namespaces') === 0)
    return 'Allow user namespaces: sudo sysctl user.max_user_namespaces=10000.'
  return errorOutput.includes('namespace')
    ? 'Allow user namespaces for bubblewrap. In a container, the container confines: see docs/use/security.md.'
    : inContainer
}

const isContainer = (): boolean =>
  existsSync('/.dockerenv') || existsSync('/run/.containerenv') || process.env['container'] !== undefined

const readNumber = (file: string): number | undefined => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
