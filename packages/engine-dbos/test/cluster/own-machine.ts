import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Namespaces for one process: its processes, its host name, and a network with one link to the test. */
export interface OwnMachine {
  /** The address of the test on the link. */
  address: string
  /** Starts a program, which has pid 1 in them. Calls `prepare` before, once the link exists. */
  start(
    command: readonly string[],
    options: SpawnOptions,
    prepare: () => Promise<unknown>,
  ): Promise<StartedProcess>
}

export interface StartedProcess {
  child: ChildProcess
  /** The pid of the program outside its namespaces. */
  pid: number
}

/** Starts a program in namespaces, and kills it when the test's process ends. */
const isolate = [
  ...['setpriv', '--pdeathsig', 'SIGKILL'],
  ...['unshare', '--pid', '--net', '--uts', '--mount', '--mount-proc', '--fork', '--kill-child'],
] as const
const call = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

let allowed: boolean | undefined
/** Whether this user may create namespaces and links here. */
export const canIsolate = (): boolean => {
  try {
    allowed ??= process.platform === 'linux' && call(...isolate, 'ip', 'link') !== ''
  } catch {
    allowed = false
  }
  return allowed
}

/** Links of this test: the first is random, because other tests create links at the same time. */
let links = Math.floor(Math.random() * 2 ** 22)

/** The program waits until its link exists. */
const script = 'hostname "$1"; read -r _; shift; exec "$@" </dev/null'

/** Prepares a machine with a host name. Its namespaces and its link end with its program. */
export const ownMachine = (name: string): OwnMachine => {
  links = (links + 1) % 2 ** 22
  const link = `amelia${links}`
  const subnet = `10.${links >> 14}.${(links >> 6) & 255}.${(links & 63) * 4}`
  const at = (host: number): string => subnet.replace(/\d+$/, (last) => String(Number(last) + host))
  return {
    address: at(1),
    async start(command, options, prepare) {
      const [program, ...args] = [...isolate, 'sh', '-c', script, 'sh', name, ...command]
      const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
      const pid = await childOf(child)
      call('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
      call('ip', 'address', 'add', `${at(1)}/30`, 'dev', link)
      call('ip', 'link', 'set', link, 'up')
      const inside = (...args: string[]): string => call('nsenter', '-t', String(pid), '-n', 'ip', ...args)
      inside('address', 'add', `${at(2)}/30`, 'dev', 'eth0')
      inside('link', 'set', 'eth0', 'up')
      inside('link', 'set', 'lo', 'up')
      await prepare()
      child.stdin.on('error', () => {}).end('\n')
      return { child, pid }
    },
  }
}

/** Waits until `unshare` has started the program. */
const childOf = async ({ pid }: ChildProcess): Promise<number> => {
  for (;;) {
    const found = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    if (found > 0) return found
    await wait(2)
  }
}
