import { type Rule, rules } from '@amelia/core/plugin'
import { promisesOf } from './any-file-system.ts'

const methods = ['readFile', 'writeFile', 'mkdir', 'readdir', 'stat', 'lstat', 'unlink', 'rmdir'] as const

/** The file system of an option. */
export const fileSystemRule: Rule = {
  expected: 'a promise-based file system, or an object with one as `promises`',
  is(value) {
    if (!rules.object.is(value)) return false
    const files = promisesOf(value as Parameters<typeof promisesOf>[0])
    return rules.object.is(files) && methods.every((method) => typeof files[method] === 'function')
  },
}
