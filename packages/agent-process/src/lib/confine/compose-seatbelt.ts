import { type Boundary, orderMounts } from './boundary.ts'

/**
 * Composes the command line of macOS's `sandbox-exec` for a program. Not tested on macOS.
 *
 * It has no private `/tmp`: the temporary folder of the workspace is the only writable one, and `TMPDIR`
 * names it. The last rule that matches a path decides.
 */
export const composeSeatbelt = (argv: readonly string[], boundary: Boundary): string[] => {
  const { program, temporary, network, variables } = boundary
  const mounts = orderMounts([...boundary.mounts, { path: temporary, kind: 'write', isFolder: true }])
  const rules = [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    ...['/dev/null', '/dev/tty', '/dev/dtracehelper'].map(
      (path) => `(allow file-write* (literal "${path}"))`,
    ),
    '(allow file-write* (regex #"^/dev/(tty|pty|fd/)"))',
    ...mounts.map(({ path, kind, isFolder }) => {
      const filter = `(${isFolder ? 'subpath' : 'literal'} ${JSON.stringify(path)})`
      if (kind === 'hide') return `(deny file-read* file-write* ${filter})`
      return kind === 'write'
        ? `(allow file-read* file-write* ${filter})`
        : `(allow file-read* ${filter})\n(deny file-write* ${filter})`
    }),
    ...(network === 'none' ? ['(deny network*)', '(allow network* (local ip "localhost:*"))'] : []),
  ]
  const words = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return [program, '-p', rules.join('\n'), '/usr/bin/env', ...words, ...argv]
}
