import { keyName } from './agent-environment.ts'
import { ruleInstructions } from './read-base-rules.ts'
import type { CodexSettings } from '../option/codex-settings.ts'

/** How often Codex repeats a request whose response broke, or whose server named a time to wait. */
const streamRetries = 3

/**
 * Builds Codex's configuration: a custom provider, and no telemetry, updates or questions.
 *
 * With a custom provider Codex does not try WebSockets first. It repeats a request only where it announces
 * this, and leaves longer waits to the run.
 */
export const codexConfig = (
  { baseUrl, config, login }: CodexSettings,
  rules: string | undefined,
): Record<string, unknown> =>
  merge(
    {
      model_provider: 'amelia',
      model_providers: {
        amelia: {
          name: 'amelia',
          ...(login === undefined
            ? { base_url: baseUrl, env_key: keyName }
            : // Codex chooses the server of the login.
              { requires_openai_auth: true }),
          wire_api: 'responses',
          supports_websockets: false,
          request_max_retries: 0,
          stream_max_retries: streamRetries,
        },
      },
      ...(login === undefined ? {} : { cli_auth_credentials_store: 'file' }),
      // Codex would read the workspace's AGENTS.md, which agents can change.
      project_doc_max_bytes: 0,
      ...(rules === undefined ? {} : { developer_instructions: ruleInstructions(rules) }),
      analytics: { enabled: false },
      check_for_update_on_startup: false,
      otel: { exporter: 'none', metrics_exporter: 'none' },
      history: { persistence: 'none' },
      web_search: 'disabled',
      // The agent's todo list, from which the progress of parts is read. Codex leaves it out by default.
      tools: { update_plan: { enabled: true } },
      skills: { bundled: { enabled: false } },
      features: {
        apps: false,
        goals: false,
        // The usage of nested sessions is not reported.
        multi_agent: false,
        plugins: false,
        remote_plugin: false,
        // Writes the environment, including the key, to a file.
        shell_snapshot: false,
        // Retries an unreachable server without end.
        unbounded_connection_retries: false,
      },
      sandbox_workspace_write: { exclude_slash_tmp: true },
      // Also excludes variables whose names suggest a secret.
      shell_environment_policy: {
        inherit: 'all',
        ignore_default_excludes: false,
        exclude: [keyName, 'CODEX_HOME', 'RUST_LOG'],
      },
    },
    config,
  )

const merge = (
  base: Record<string, unknown>,
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const merged = { ...base }
  for (const [name, value] of Object.entries(more)) {
    const below = merged[name]
    merged[name] = isTable(below) && isTable(value) ? merge(below, value) : value
  }
  return merged
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
