/**
 * Wraps a git backend: runs never move the protected branches, and `log` receives every reference that moves.
 *
 * @param {import('@amelia/core/plugin').GitBackendV1} git
 * @param {{ protect: string[], log(line: string): void }} options
 * @returns {import('@amelia/core/plugin').GitBackendV1}
 */
export const guardGit = (git, { protect, log }) => ({
  ...git,
  whyLocked: async (branch, options) =>
    protect.includes(branch.replace('refs/heads/', '')) ? 'it is protected' : git.whyLocked(branch, options),
  async updateRefs(updates) {
    await git.updateRefs(updates)
    for (const { ref, old, new: now } of updates) log(`${ref}: ${old ?? 'none'} -> ${now ?? 'none'}`)
  },
})
