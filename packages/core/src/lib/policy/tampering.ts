/** What a person is asked when somebody changed how the repository itself behaves. `when`: what was under way. */
export const tampering = (when: string) => ({
  blocker: 'repository_tampered' as const,
  message: `Configuration, hooks or the like of the repository changed while ${when}.`,
  details: ['Look at .git/config, .git/hooks and .git/info before you go on.'],
})
