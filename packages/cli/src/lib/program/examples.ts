/** Two examples of each command, which its help shows. */
export const examples: Readonly<Record<string, readonly [string, string]>> = {
  check: ['amelia check plan.md', 'amelia check docs/plan --json'],
  graph: ['amelia graph plan.md', 'amelia graph plan.md --format mermaid'],
  fix: ['amelia fix plan.md', 'amelia fix plan.md --write'],
  convert: [
    'amelia convert plan.md --to phase-table',
    'amelia convert tasks.json --to task-heading --out plan.md',
  ],
  init: ['amelia init', 'amelia init --yes --repo packages/app'],
  doctor: ['amelia doctor', 'amelia doctor --driver claude --json'],
  completion: ['source <(amelia completion bash)', 'amelia completion fish | source'],
  plan: [
    'amelia plan "Add dark mode" --driver claude --out plan.md',
    'amelia plan "Dark mode" --driver codex --from plan.md --feedback "Split 2"',
  ],
  run: [
    'amelia run plan.md --driver claude --test "npm test"',
    'amelia run plan.md --profile ci --trust autonomous --yes',
  ],
  resume: ['amelia resume', 'amelia resume 2026-11-22 --replan plan.md'],
  fork: ['amelia fork 2026-11-22 --from 2a', 'amelia fork 2026-11-22 --from 2a --driver codex'],
  show: ['amelia show 2026-11-22', 'amelia show 2026-11-22 2a'],
  logs: ['amelia logs 2026-11-22', 'amelia logs 2026-11-22 2a --follow'],
  watch: ['amelia watch', 'amelia watch 2026-11-22 | cat'],
  diff: ['amelia diff 2026-11-22', 'amelia diff 2026-11-22 2a --stat'],
  report: ['amelia report 2026-11-22', 'amelia report 2026-11-22 --format html --out report.html'],
  status: ['amelia status', 'amelia status 2026-11-22 --json'],
  answer: ['amelia answer 1 approve', 'amelia answer 2026-11-22 2 feedback --feedback "Use the cache"'],
  cancel: ['amelia cancel 2026-11-22 --drain', 'amelia cancel 2026-11-22 2a'],
  steer: [
    'amelia steer 2026-11-22 2a "Keep the old API"',
    'amelia steer 2026-11-22 2a "Use pnpm" --repo ../app',
  ],
  runs: ['amelia runs', 'amelia runs --status waiting --label team=payments'],
  revert: ['amelia revert 2026-11-22', 'amelia revert 2026-11-22 --scope batch'],
  clean: ['amelia clean', 'amelia clean --older-than 30d'],
  mcp: ['amelia mcp --repo ../app', 'claude mcp add amelia -- amelia mcp --allow-start'],
}
