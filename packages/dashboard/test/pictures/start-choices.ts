import type { StartChoices } from '@amelia/http/client'

/** The text of a plan of the repository in the pictures. */
export const searchPlan = `# Search of the shop

### Task 1: Index the products

Write the index of titles and descriptions.

### Task 2: Answer queries

Depends on: Task 1

Return the products of a query, best first.

### Task 3: Rank by sales

Depends on: Task 1

### Task 4: Complete words while one types

Depends on: Task 2

### Task 5: Show results on the page

Depends on: Task 2, Task 3
`

/** The plans, agents and settings that the pictures offer. */
export const startChoices: StartChoices = {
  plans: [
    { path: 'docs/plans/search.md', title: 'Search of the shop', phases: 5, errors: 0, warnings: 0 },
    { path: 'docs/plans/checkout.md', title: 'Checkout', phases: 9, errors: 0, warnings: 2 },
    { path: 'docs/plans/returns.md', title: 'Returns', phases: 4, errors: 1, warnings: 0 },
  ],
  agents: [
    { name: 'claude', isInstalled: true, isReady: true, login: 'Max subscription' },
    { name: 'codex', isInstalled: true, isReady: false, hint: 'Log in with `codex login`.' },
  ],
  settings: { budgetUsd: 5 },
  suggested: { agent: 'claude', test: 'npm test', trust: 'standard' },
  fixed: [],
  earlier: {
    ...{ runs: 3, tokens: { least: 40_000, most: 90_000 }, usd: { least: 0.18, most: 0.41 } },
    minutes: { least: 3, most: 7 },
  },
}
