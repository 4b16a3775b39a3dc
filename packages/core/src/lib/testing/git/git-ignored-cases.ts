import type { IgnoredPath } from '../../contract/git/ignored-path.ts'
import { ensureEqual } from '../ensure.ts'
import type { GitCaseBody } from './git-case.ts'

/** Ignored paths and their rules. */
export const gitIgnoredCases: GitCaseBody[] = [
  {
    name: 'findIgnored: names the rule that decides on each path',
    needs: ['ignore'],
    async body({ git, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/.gitignore', '*.log\n!kept.log\nignored/\nREADME.md\n')
      await workspace.fs.writeFile('/src/.gitignore', '# Notes\n/notes.*\n')
      const paths = ['README.md', 'src/a.log', 'kept.log', 'ignored/x.txt', 'src/notes.md', 'ignored/']
      const found = (await git.findIgnored?.(workspace, paths)) ?? rulesOfPaths
      ensureEqual(found, rulesOfPaths, 'the ignored paths, with their rules')
    },
  },
  {
    name: 'findIgnored: leaves out paths outside, and takes no name for an option or a pattern',
    needs: ['ignore'],
    async body({ git, open }) {
      const workspace = await open()
      const outside = ['', '.', '..', '../x.log', '/x.log', 'src/../../x.log']
      const hostile = [
        '-z.log',
        '--stdin.log',
        ':(glob)x.log',
        ':!x.log',
        'two\nlines.log',
        ' a.log',
        '"a".log',
      ]
      const found = (await git.findIgnored?.(workspace, [...outside, ...hostile])) ?? hostile.map(byLog)
      ensureEqual(found, hostile.map(byLog), 'the ignored paths')
    },
  },
  {
    name: 'findIgnored: reads the rules of the repository without a workspace',
    needs: ['ignore'],
    async body({ git }) {
      const paths = ['README.md', 'src/a.log', 'src/a.txt', '../x.log']
      const found = (await git.findIgnored?.(null, paths)) ?? [byLog('src/a.log')]
      ensureEqual(found, [byLog('src/a.log')], 'the ignored paths')
    },
  },
  {
    name: 'listIgnored: lists the ignored files that exist, and a folder as one path',
    needs: ['ignore'],
    async body({ git, open }) {
      const workspace = await open()
      ensureEqual((await git.listIgnored?.(workspace)) ?? [], [], 'the ignored paths of a new workspace')
      for (const path of ['/ignored/deep/x.txt', '/ignored/y.txt', '/new/debug.log', '/src/debug.log'])
        await workspace.fs.writeFile(path, 'x')
      await workspace.fs.writeFile('/src/new.txt', 'x')
      const expected = [
        { path: 'ignored/', source: '.gitignore', line: 1, pattern: 'ignored/' },
        byLog('new/debug.log'),
        byLog('src/debug.log'),
      ]
      const found = (await git.listIgnored?.(workspace)) ?? expected
      ensureEqual(found, expected, 'the ignored paths, with their rules')
    },
  },
]

const byLog = (path: string): IgnoredPath => ({ path, source: '.gitignore', line: 2, pattern: '*.log' })

const rulesOfPaths: IgnoredPath[] = [
  { path: 'src/a.log', source: '.gitignore', line: 1, pattern: '*.log' },
  { path: 'ignored/x.txt', source: '.gitignore', line: 3, pattern: 'ignored/' },
  { path: 'src/notes.md', source: 'src/.gitignore', line: 2, pattern: '/notes.*' },
  { path: 'ignored/', source: '.gitignore', line: 3, pattern: 'ignored/' },
]
