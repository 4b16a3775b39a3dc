import { type Boundary, orderMounts } from './boundary.ts'

/**
 * Settings and switches of the kernel. Outside, the administrator's processes have the rights of their owner
 * even without capabilities, and `/proc/sys/kernel/core_pattern` names a program that the kernel starts.
 */
const kernelFiles = ['/proc/sys', '/proc/sysrq-trigger', '/proc/mtrr'] as const

/**
 * Composes the command line of bubblewrap for a program: user, PID and IPC namespaces, no capabilities, own
 * `/dev`, `/proc` and `/tmp`, and everything else read-only.
 *
 * Without the PID namespace, `/proc/PID/root` and the environment of this process would be open. `/tmp` comes
 * before the paths below it.
 */
export const composeBubblewrap = (argv: readonly string[], boundary: Boundary): string[] => {
  const { program, cwd, temporary, blank, network, variables, isRoot, persists, status } = boundary
  const mounts = orderMounts([...boundary.mounts, { path: temporary, kind: 'write', isFolder: true }])
  const isHidden = mounts.filter(({ kind, isFolder }) => kind === 'hide' && isFolder)
  return [
    program,
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...kernelFiles.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', temporary, '/tmp'],
    ...mounts.flatMap(({ path, kind, isFolder }) =>
      kind === 'hide'
        ? isFolder
          ? ['--tmpfs', path]
          : ['--ro-bind', blank, path]
        : [kind === 'write' ? '--bind' : '--ro-bind', path, path],
    ),
    // After the folders that are visible inside them.
    ...isHidden.flatMap(({ path }) => ['--remount-ro', path]),
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...(network === 'none' ? ['--unshare-net'] : []),
    // As the administrator, nested sandboxes would fail.
    ...(isRoot ? ['--uid', '1000', '--gid', '1000'] : []),
    ...(persists ? [] : ['--die-with-parent']),
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--json-status-fd', String(status), '--chdir', cwd, '--'],
    ...argv,
  ]
}
