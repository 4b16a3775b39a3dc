/**
 * Why a name is no branch that Amelia creates or moves, or null when it is one.
 *
 * Stricter than git: letters, digits, `.`, `_`, `-` and `/` only, so that no tool that shows or splits the name can be fooled.
 */
export const checkBranch = (name: string): string | null => {
  if (name === '') return 'it is empty'
  if (name.length > 200) return 'it is longer than 200 characters'
  if (!/^[\p{L}\p{N}._/-]+$/u.test(name))
    return 'it holds a character other than letters, digits, ".", "_", "-" and "/"'
  for (const part of name.split('/')) {
    if (part === '') return 'it holds an empty part'
    if (part.startsWith('.') || part.startsWith('-')) return `"${part}" begins with "${part[0]}"`
    if (part.endsWith('.') || part.endsWith('.lock')) return `"${part}" ends with "." or ".lock"`
    if (part.includes('..')) return `"${part}" holds ".."`
  }
  return name === 'HEAD' || name.startsWith('refs/') ? "it is a name of git's own" : null
}
