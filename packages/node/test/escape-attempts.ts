import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The place of an attempt. `outside` and the user's files are readable, and must not change. */
export interface AttemptPlace {
  outside: string
  home: string
  repo: string
  /** The workspace of another phase. */
  other: string
  workspace: string
  /** The name of a file in the machine's folders for temporary files. */
  unique: string
}

/** A way out of a workspace. Each succeeds without confinement. */
export interface Attempt {
  /** The kind of way. */
  kind: string
  name: string
  /** A shell script: `$1` the folder outside, `$2` the repository, `$3` the engine, `$4` another workspace,
   * `$5` a process of the user, `$6` a unique name. */
  script: string
  /** A later command. */
  after?: string
  /** Whether it was successful: by default, if the output contains `LEFT`. */
  left?(place: AttemptPlace, output: string): boolean
  needs?: 'root'
}

const changed = ({ outside }: AttemptPlace): boolean =>
  !existsSync(join(outside, 'file')) ||
  readFileSync(join(outside, 'file'), 'utf8') !== 'mine\n' ||
  readdirSync(outside).join() !== 'file,folder' ||
  !existsSync(join(outside, 'folder')) ||
  readdirSync(join(outside, 'folder')).length > 0

/** Prepares the user's files before an attempt. */
export const prepareOutside = ({ outside, home, repo, other }: AttemptPlace): void => {
  const write = (path: string, text: string): void => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
  }
  mkdirSync(join(outside, 'folder'), { recursive: true })
  write(join(outside, 'file'), 'mine\n')
  write(join(home, '.ssh/id_ed25519'), 'LEFT key\n')
  write(join(home, '.aws/credentials'), 'LEFT cloud\n')
  write(join(home, '.netrc'), 'LEFT netrc\n')
  write(join(home, '.config/gh/hosts.yml'), 'LEFT forge\n')
  write(join(home, '.claude/.credentials.json'), 'LEFT agent\n')
  write(join(home, '.npmrc'), 'LEFT npm\n')
  write(join(home, '.bashrc'), '# mine\n')
  write(join(repo, '.env'), 'LEFT env\n')
  write(join(repo, '.git/amelia/runs/r0/journal.jsonl'), 'LEFT journal\n')
  write(join(other, 'other.txt'), 'other\n')
}

/** Waits for a daemon: a command that ends before it may take it along. */
const untilUp = 'until test -e "$w/up"; do sleep 0.05; done; echo started'

const says = (_: AttemptPlace, output: string): boolean => output.includes('LEFT')

/** The ways out that a confinement closes. */
export const attempts: readonly Attempt[] = [
  { kind: 'write', name: 'writes a file by its path', script: 'echo x > "$1/file"', left: changed },
  { kind: 'write', name: 'creates a file', script: 'echo x > "$1/new"', left: changed },
  { kind: 'write', name: 'deletes a folder', script: 'rm -r "$1/folder"', left: changed },
  {
    kind: 'write',
    name: 'renames a file into its place',
    script: 'echo x > n; mv n "$1/file"',
    left: changed,
  },
  {
    kind: 'write',
    name: 'changes permissions',
    script: 'chmod 777 "$1/file"',
    left: ({ outside }) => (statSync(join(outside, 'file')).mode & 0o777) === 0o777,
  },
  {
    kind: 'path',
    name: 'climbs out of the workspace with ..',
    script: 'p=$(realpath --relative-to=. "$1"); echo x > "$p/file"',
    left: changed,
  },
  {
    kind: 'link',
    name: 'writes through a symbolic link',
    script: 'ln -s "$1" out; echo x > out/file',
    left: changed,
  },
  { kind: 'link', name: 'writes through a hard link', script: 'ln "$1/file" in; echo x > in', left: changed },
  { kind: 'read', name: 'reads a private key', script: 'cat ~/.ssh/id_ed25519' },
  { kind: 'read', name: 'reads the login of a cloud', script: 'cat ~/.aws/credentials' },
  { kind: 'read', name: 'reads passwords of servers', script: 'cat ~/.netrc' },
  { kind: 'read', name: 'reads the login of a forge', script: 'cat ~/.config/gh/hosts.yml' },
  { kind: 'read', name: "reads an agent's login", script: 'cat ~/.claude/.credentials.json' },
  { kind: 'read', name: 'reads the tokens of npm', script: 'cat ~/.npmrc' },
  { kind: 'read', name: "reads settings of the user's checkout", script: 'cat "$2/.env"' },
  { kind: 'read', name: 'reads the journal of a run', script: 'cat "$2"/.git/amelia/runs/*/*' },
  {
    kind: 'read',
    name: 'reads a private key with another HOME',
    script: 'h=$HOME; HOME=/ sh -c "cat $h/.ssh/id_ed25519"',
  },
  {
    kind: 'home',
    name: 'plants a command in a profile of the shell',
    script: 'echo evil >> ~/.bashrc',
    left: ({ home }) => readFileSync(join(home, '.bashrc'), 'utf8').includes('evil'),
  },
  {
    kind: 'home',
    name: 'plants a program in the cache of npx',
    script: 'mkdir -p ~/.npm/_npx/x && echo evil > ~/.npm/_npx/x/run',
    left: ({ home }) => existsSync(join(home, '.npm/_npx/x/run')),
  },
  {
    kind: 'git',
    name: "plants a hook in the user's repository",
    script: 'mkdir -p "$2/.git/hooks"; echo evil > "$2/.git/hooks/post-checkout"',
    left: ({ repo }) => existsSync(join(repo, '.git/hooks/post-checkout')),
  },
  {
    kind: 'git',
    name: "moves a branch of the user's repository",
    script: 'git --git-dir="$2/.git" update-ref refs/heads/moved HEAD',
    left: ({ repo }) => existsSync(join(repo, '.git/refs/heads/moved')),
  },
  {
    kind: 'git',
    name: 'sets a global alias',
    script: 'GIT_CONFIG_GLOBAL=~/.gitconfig git config --global alias.x "!evil"',
    left: ({ home }) => existsSync(join(home, '.gitconfig')),
  },
  {
    kind: 'workspace',
    name: 'writes to the workspace of another phase',
    script: 'echo x > "$4/other.txt"',
    left: ({ other }) => readFileSync(join(other, 'other.txt'), 'utf8') !== 'other\n',
  },
  {
    kind: 'proc',
    name: 'writes through the root of the engine in /proc',
    script: 'echo x > "/proc/$3/root$1/file"',
    left: changed,
  },
  {
    kind: 'proc',
    name: 'writes through the root of any process in /proc',
    script: 'for p in /proc/[0-9]*; do echo x > "$p/root$1/file" && break; done 2> /dev/null',
    left: changed,
  },
  {
    kind: 'proc',
    name: 'reads the environment of the engine',
    script: 'tr "\\0" "\\n" < "/proc/$3/environ" | grep -q . && echo LEFT',
  },
  {
    kind: 'proc',
    name: 'changes a setting of the kernel',
    script: 'cat /proc/sys/vm/swappiness > s && cat s > /proc/sys/vm/swappiness && echo LEFT',
    needs: 'root',
  },
  { kind: 'signal', name: 'stops a process of the user', script: 'kill -0 "$5" && kill "$5" && echo LEFT' },
  {
    kind: 'namespace',
    name: 'enters the namespace of the engine',
    script: 'nsenter -t "$3" -m sh -c "echo x > $1/file"',
    left: changed,
    needs: 'root',
  },
  {
    kind: 'mount',
    name: 'makes everything writable again',
    script: 'mount -o remount,rw / 2> /dev/null; echo x > "$1/file"',
    left: changed,
    needs: 'root',
  },
  {
    kind: 'mount',
    name: 'makes everything writable again in a new user namespace',
    script: 'unshare -Urm sh -c "mount -o remount,bind,rw $1; mount -o remount,rw /; echo x > $1/file"',
    left: changed,
  },
  {
    kind: 'mount',
    name: 'removes what hides a folder',
    script: 'unshare -Urm sh -c "umount ~/.ssh; cat ~/.ssh/id_ed25519"; cat ~/.ssh/id_ed25519',
  },
  {
    kind: 'device',
    name: 'writes to the log of the kernel',
    script: 'test -c /dev/kmsg && echo amelia > /dev/kmsg && echo LEFT',
    needs: 'root',
  },
  {
    kind: 'device',
    name: 'creates a device',
    script: 'mknod disk b 254 0 && echo LEFT; rm -f disk',
    needs: 'root',
  },
  {
    kind: 'temporary',
    name: "leaves a file in the machine's /tmp",
    script: 'echo x > "/tmp/$6"',
    left: ({ unique }) => existsSync(join('/tmp', unique)),
  },
  {
    kind: 'temporary',
    name: 'leaves a file in shared memory',
    script: 'echo x > "/dev/shm/$6"',
    left: ({ unique }) => existsSync(join('/dev/shm', unique)),
  },
  {
    kind: 'ipc',
    name: 'leaves a segment of shared memory',
    script: 'ipcmk -M 64 > id && echo "made $(grep -o "[0-9]*" id)"',
    after:
      'ipcs -m -i "$(grep -o "[0-9]*" id)" | grep -q bytes && echo LEFT; ipcrm -m "$(grep -o "[0-9]*" id)"',
  },
  {
    kind: 'daemon',
    name: 'changes the workspace after its command, from a daemon without its environment',
    script: `w="$PWD"; cd / && (env -i PATH="$PATH" setsid sh -c "touch '$w/up'; sleep 0.4; echo x > '$w/late'" < /dev/null > /dev/null 2>&1 &) ; ${untilUp}`,
    after: 'for i in $(seq 40); do test -e late && echo LEFT && break; sleep 0.1; done',
  },
  {
    kind: 'daemon',
    name: 'writes outside after its command, from a daemon',
    script: `w="$PWD"; cd / && (env -i PATH="$PATH" setsid sh -c "touch '$w/up'; sleep 0.4; echo x > '$1/file'" < /dev/null > /dev/null 2>&1 &) ; ${untilUp}`,
    after: 'for i in $(seq 40); do test "$(cat "$1/file")" = x && break; sleep 0.1; done',
    left: changed,
  },
  {
    kind: 'daemon',
    name: 'feeds a later command from a daemon that waits at a pipe',
    script: `mkfifo pipe; w="$PWD"; cd / && (env -i PATH="$PATH" setsid sh -c "touch '$w/up'; echo LEFT > '$w/pipe'" < /dev/null > /dev/null 2>&1 &) ; ${untilUp}`,
    after: 'timeout 2 cat pipe',
  },
]

/** Whether an attempt was successful. */
export const hasLeft = (attempt: Attempt, place: AttemptPlace, output: string): boolean =>
  (attempt.left ?? says)(place, output)
