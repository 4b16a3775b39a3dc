/** Figures of the start page, counted in the documents that tests compare with the code. */
export interface HomeFigures {
  /** Rows of the attempts that cheat, in `docs/concepts/evidence.md`. */
  cheats: number
  /** Rows of the formats, in `docs/concepts/plans.md`. */
  formats: number
  /** Rows of the classes of failures, in `docs/project/architecture.md`. */
  failures: number
}

/** Counts the rows of the table with a header, in a page of the documents. */
export const countRows = (page: string, header: string): number => {
  const [, table] = page.split(`\n| ${header} |`)
  if (table === undefined) throw new Error(`No table begins with "| ${header} |".`)
  return table.split('\n\n', 1)[0]!.split('\n').slice(2).length
}

/** Writes the start page of the site. All of its links are in the table at its end. */
export const homePage = ({ cheats, formats, failures }: HomeFigures): string => `---
layout: start-page
sidebar: false
hero:
  name: Amelia
  text: A plan in, reviewed commits out
  tagline: Runs a development plan with coding agents, and leaves one verified commit per phase on a separate branch.
  actions:
    - theme: brand
      text: Claude in five minutes
      link: /start/claude
    - theme: alt
      text: Without an agent
      link: /start/quick-start-cli
---

![A recorded run: three tasks, a checkpoint, a question of the agent, its answer, and the commits](./images/session.svg)

::: code-group

\`\`\`sh [Claude]
amelia check plan.md
amelia run plan.md --driver claude --test "npm test"
amelia answer
amelia merge
\`\`\`

\`\`\`sh [Codex]
amelia check plan.md
amelia run plan.md --driver codex --test "npm test"
amelia answer
amelia merge
\`\`\`

\`\`\`sh [Any agent]
amelia check plan.md
amelia run plan.md --driver command --agent "my-agent --print" --test "npm test"
amelia answer
amelia merge
\`\`\`

\`\`\`js [SDK]
import { claude } from '@amelia/driver-claude'
import { run } from 'amelia'
const report = await run('plan.md', { driver: claude(), verify: 'npm test' })
console.log(report.status, report.target)
\`\`\`

:::

## Why

| figure | meaning |
|---|---|
| **${cheats} ways to cheat** | are tried by a test on real git, such as a deleted test or a test script that does nothing. Each is caught, or shown to you. |
| **${failures} classes of failure** | each have a response: a rate limit waits, a crash resumes, a red test is tried again, and the rest is a question. |
| **${formats} kinds of plans** | are read as they are, those of superpowers, Spec Kit and Task Master among them. |

![A running plan as a graph in the dashboard](./images/dashboard-running.webp)

## Continue

| you want to | read |
|---|---|
| understand it | [About Amelia](./start/about.md), [Concepts](./concepts/concepts.md) |
| write a plan | [Plans](./concepts/plans.md) |
| use it | [Recipes](./use/recipes.md), [Command line](./use/cli.md) |
| know the risks | [Security](./use/security.md) |
| build on it | [Quick start: SDK](./start/quick-start-sdk.md), [Reference](./api/index.md) |
| choose | [Comparison](./project/comparison.md) |
`
