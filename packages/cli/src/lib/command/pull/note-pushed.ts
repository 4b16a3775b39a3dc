import { words } from '@amelia/core/view'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { tryCommand } from '../../stored/try-command.ts'

/** Notes which pushed branches of a branch remain, such as for a pull request, and how to delete them. */
export const notePushed = async (terminal: Terminal, repo: string, branch: string): Promise<void> => {
  const read = async (...args: string[]): Promise<string[]> =>
    ((await tryCommand('git', args, repo)) ?? '').split('\n').filter((line) => line !== '')
  // The name of a remote may contain slashes.
  for (const remote of await read('remote')) {
    const pushed = `${remote}/${branch}`
    const ref = `refs/remotes/${pushed}`
    if (!(await read('for-each-ref', '--format=%(refname)', ref)).includes(ref)) continue
    const git = ['git', ...(repo === '.' ? [] : ['-C', repo]), 'push', remote, '--delete', branch]
    terminal.out(
      `The pushed branch ${words.plainLabel(pushed)} remains. To delete it:\n  ${git.map(quoteArgument).join(' ')}\n`,
    )
  }
}
