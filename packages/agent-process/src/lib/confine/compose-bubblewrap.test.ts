import { expect, it } from 'vitest'
import type { Boundary } from './boundary.ts'
import { composeBubblewrap } from './compose-bubblewrap.ts'
import { composeSeatbelt } from './compose-seatbelt.ts'

const boundary: Boundary = {
  program: '/usr/bin/bwrap',
  cwd: '/srv/ws/sub',
  temporary: '/tmp/t',
  blank: '/blank',
  network: 'host',
  mounts: [
    { path: '/home/u/.ssh/known_hosts', kind: 'write', isFolder: false },
    { path: '/home/u/.ssh', kind: 'hide', isFolder: true },
    { path: '/home/u/.netrc', kind: 'hide', isFolder: false },
    { path: '/srv', kind: 'read', isFolder: true },
    { path: '/srv/ws', kind: 'read', isFolder: true },
    { path: '/srv/ws', kind: 'write', isFolder: true },
    { path: '/srv/ws/.git', kind: 'read', isFolder: true },
  ],
  variables: { AMELIA_SESSION: 'mark' },
  isRoot: false,
  persists: false,
  status: 3,
}

it('mounts folders before the paths inside them, and lets the most specific path decide', () => {
  expect(composeBubblewrap(['make', '--all'], boundary).join(' ')).toBe(
    [
      '/usr/bin/bwrap --ro-bind / / --dev /dev --proc /proc --ro-bind-try /proc/sys /proc/sys',
      '--ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger --ro-bind-try /proc/mtrr /proc/mtrr',
      '--bind /tmp/t /tmp',
      '--ro-bind /srv /srv --bind /srv/ws /srv/ws --bind /tmp/t /tmp/t',
      '--ro-bind /srv/ws/.git /srv/ws/.git --tmpfs /home/u/.ssh --ro-bind /blank /home/u/.netrc',
      '--bind /home/u/.ssh/known_hosts /home/u/.ssh/known_hosts --remount-ro /home/u/.ssh',
      '--unshare-user --unshare-pid --unshare-ipc --cap-drop ALL --die-with-parent',
      '--setenv AMELIA_SESSION mark --json-status-fd 3 --chdir /srv/ws/sub -- make --all',
    ].join(' '),
  )
})

it('maps the administrator to a user, separates the network, and lets a server outlive its command', () => {
  const line = composeBubblewrap(['x'], { ...boundary, isRoot: true, network: 'none', persists: true })
  expect(line.join(' ')).toContain('--uid 1000 --gid 1000')
  expect(line).toContain('--unshare-net')
  expect(line).not.toContain('--die-with-parent')
})

it('writes a profile for macOS in which the last rule that matches decides', () => {
  const [, , profile = '', ...command] = composeSeatbelt(['make'], boundary)
  expect(command).toEqual(['/usr/bin/env', 'AMELIA_SESSION=mark', 'make'])
  const at = (rule: string): number => profile.indexOf(rule)
  expect(at('(deny file-write*)')).toBeLessThan(at('(allow file-read* file-write* (subpath "/srv/ws"))'))
  expect(at('(subpath "/srv/ws"))')).toBeLessThan(at('(deny file-write* (subpath "/srv/ws/.git"))'))
  expect(at('(deny file-read* file-write* (subpath "/home/u/.ssh"))')).toBeLessThan(
    at('(allow file-read* file-write* (literal "/home/u/.ssh/known_hosts"))'),
  )
})
