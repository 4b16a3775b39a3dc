/**
 * Returns why Amelia does not accept a branch name, or null if it does.
 *
 * Stricter than git: letters, digits, `.`, `_`, `-` and `/` only, so that no tool misreads the name.
 */
export const checkBranch = (name: string): string | null => {
  if (name === '') return 'it is empty'
  if (name.length > 200) return 'it is longer than 200 characters'
  if (!/^[\p{L}\p{N}._/-]+$/u.test(name))
    return 'it contains a character other than letters, digits, ".", "_", "-" and "/"'
  for (const part of name.split('/')) {
    if (part === '') return 'it contains an empty part'
    if (part.startsWith('.') || part.startsWith('-')) return `"${part}" begins with "${part[0]}"`
    if (part.endsWith('.') || part.endsWith('.lock')) return `"${part}" ends with "." or ".lock"`
    if (part.includes('..')) return `"${part}" contains ".."`
  }
  if (name.startsWith('refs/heads/')) return `name it without refs/heads/, as "${name.slice(11)}"`
  return name === 'HEAD' || name.startsWith('refs/') ? 'it is reserved by git' : null
}
