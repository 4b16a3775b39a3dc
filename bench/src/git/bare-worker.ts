import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GeneratedRepository, generatedPath } from '../load/generate-repository.ts'
import { changedFiles, type PhaseWorker } from './phase-worker.ts'

/** The settings that the protocol needs: nothing of the user's runs, and everything is synced. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'core.fsync=loose-object,pack,pack-metadata,reference',
  'core.fsyncMethod=fsync',
  'core.trustctime=true',
  'core.quotePath=false',
  'fastimport.unpackLimit=100',
]

/**
 * Runs only the git commands of a phase, in order, without any check of their results: the limit.
 *
 * Thirteen processes: list the run's references, clean, read the base, status, hash the files, import the
 * attempt; clean and read the attempt for a check; list the places of new files, import the phase's commit,
 * read the target twice, and move all references.
 */
export const createBareWorker = (
  { folder, repo, git: gitIn }: GeneratedRepository,
  files: number,
): PhaseWorker => {
  const workTree = join(folder, 'bare/ws')
  const gitDir = join(folder, 'bare/gitdir')
  const common = join(repo, '.git')
  for (const path of [workTree, gitDir]) mkdirSync(path, { recursive: true })
  writeFileSync(join(gitDir, 'commondir'), `${common}\n`)
  const git = (place: readonly string[], args: readonly string[], input = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn('git', [...place, ...settings.flatMap((one) => ['-c', one]), ...args], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0 ? resolve(output.trim()) : reject(new Error(`git ${args.join(' ')} failed: ${output}`)),
      )
      // A command that needs no input may have ended already.
      child.stdin.on('error', () => {}).end(input)
    })
  const inSlot = (args: string[], input?: string) =>
    git([`--git-dir=${gitDir}`, `--work-tree=${workTree}`, '-C', workTree], args, input)
  const inRepository = (args: string[], input?: string) => git([`--git-dir=${common}`], args, input)
  const fill = async (commit: string): Promise<void> => {
    await inSlot(['clean', '-ffdxq'])
    await inSlot(['read-tree', '--reset', '-u', commit])
  }
  const importCommit = async (ref: string, from: string, date: number, edits: string): Promise<string[]> => {
    const who = `A Person <person@example.org> ${date} +0000`
    const text = `commit ${ref}\nmark :1\nauthor ${who}\ncommitter ${who}\ndata 6\nPhase\n\nfrom ${from}\n${edits}\nls :1 ""\nget-mark :1\ndone\n`
    const args = ['fast-import', '--quiet', '--force', '--done', '--date-format=raw']
    const [, tree = '', commit = ''] = /tree (\w+)\t\n(\w+)/.exec(await inRepository(args, text)) ?? []
    return [commit, tree]
  }

  let head = gitIn('rev-parse', 'main')
  const target = 'refs/heads/bare'
  gitIn('update-ref', 'refs/bare/head', head)
  gitIn('update-ref', target, head)
  return {
    subject: 'bare git commands',
    async phase(number) {
      const id = `p${number}`
      const date = 1_700_000_000 + number
      writeFileSync(join(gitDir, 'HEAD'), `${head}\n`)
      await inRepository(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/bare/'])
      await fill(head)
      const paths = changedFiles(number, files).map(generatedPath)
      for (const path of paths) writeFileSync(join(workTree, path), `// ${id}\n`)
      await inSlot(['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'])
      const ids = (await inSlot(['hash-object', '-w', '--stdin-paths'], `${paths.join('\n')}\n`)).split('\n')
      const edits = paths.map((path, at) => `M 100644 ${ids[at]} ${path}\n`).join('')
      const [attempt = '', tree = ''] = await importCommit(`refs/bare/attempt/${id}/1`, head, date, edits)
      await fill(attempt)
      const summary = `docs/amelia/x/phase-${id}/summary.md`
      await inRepository(['ls-tree', '-t', '-z', '--full-tree', tree, '--', 'docs', 'docs/amelia', summary])
      const added = `M 040000 ${tree} ""\nM 100644 inline ${summary}\ndata 3\n# x\n`
      const candidate = `refs/bare/candidate/${id}`
      const [done = ''] = await importCommit(candidate, head, date, added)
      await Promise.all([
        inRepository(['rev-parse', '--quiet', '--verify', `${target}^{commit}`]),
        inRepository(['for-each-ref', '--format=%(symref)%00%(worktreepath)', target]),
      ])
      const zero = '0'.repeat(done.length)
      const updates = [
        `update refs/bare/head ${done} ${head}`,
        `update refs/bare/phase/${id} ${done} ${zero}`,
        `delete ${candidate} ${done}`,
        `update ${target} ${done} ${head}`,
      ]
      await inRepository(
        ['update-ref', '--no-deref', '--stdin'],
        `start\n${updates.join('\n')}\nprepare\ncommit\n`,
      )
      head = done
    },
    async close() {},
  }
}
