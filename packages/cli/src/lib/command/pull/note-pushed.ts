import { words } from '@amelia/core/view'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { tryCommand } from '../../stored/try-command.ts'

/** Notes which pushed branches of a branch remain, such as for a pull request, and how to delete them. */
export const notePushed = async (terminal: Terminal, repo: string, branch: string): Promise<void> => {
  const found = await tryCommand(
    'git',
    ['for-each-ref', '--format=%(refname:strip=2)', `refs/remotes/*/${branch}`],
    repo,
  )
  for (const pushed of found?.split('\n').filter((name) => name !== '') ?? []) {
    const remote = pushed.slice(0, -branch.length - 1)
    const git = ['git', ...(repo === '.' ? [] : ['-C', repo]), 'push', remote, '--delete', branch]
    terminal.out(
      `The pushed branch ${words.plainLabel(pushed)} remains. To delete it:\n  ${git.map(quoteArgument).join(' ')}\n`,
    )
  }
}
