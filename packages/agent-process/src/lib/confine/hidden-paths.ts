import { join } from 'node:path'
import { agentFolders } from './agent-folders.ts'

/** Credentials of clouds and forges, keys, and profiles of browsers, below the home folder. */
const ofHome = [
  '.ssh',
  '.aws',
  '.azure',
  '.config/gcloud',
  '.config/gh',
  '.config/hub',
  '.config/glab-cli',
  '.kube',
  '.docker/config.json',
  '.gnupg',
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.pypirc',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.terraform.d',
  '.password-store',
  '.local/share/keyrings',
  '.mozilla',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  'snap/firefox',
  'snap/chromium',
  '.var/app/org.mozilla.firefox',
  '.var/app/com.google.Chrome',
  'Library/Keychains',
  'Library/Cookies',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Firefox',
] as const

/** Sockets of services that start processes outside. */
const ofSystem = [
  '/run/dbus',
  '/run/systemd/private',
  '/run/snapd.socket',
  '/run/lxd.socket',
  '/run/incus',
  '/run/libvirt',
  '/run/docker.sock',
  '/run/podman',
  '/run/containerd',
  '/run/crio',
  '/var/run/docker.sock',
] as const

/** The home folder and the user that paths are hidden for. */
export interface HiddenFor {
  home: string
  /** The id of the user, or undefined where there are none. */
  uid: number | undefined
  /** Whether npm may read its settings, which can contain tokens: in the set-up. */
  seesNpmrc: boolean
}

/** Lists the paths that confined processes see empty, whether they exist or not. */
export const hiddenPaths = ({ home, uid, seesNpmrc }: HiddenFor): string[] => [
  ...[...ofHome, ...Object.values(agentFolders).flat(), ...(seesNpmrc ? [] : ['.npmrc'])].map((path) =>
    join(home, path),
  ),
  ...ofSystem,
  ...(uid === undefined ? [] : [`/run/user/${uid}`]),
]
