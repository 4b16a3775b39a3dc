import { keyName } from './agent-environment.ts'
import type { CodexSettings } from './codex-settings.ts'

/**
 * Codex's configuration: a provider of our own, and nothing that reports, updates, retries or asks by itself.
 *
 * With a provider of its own Codex does not try WebSockets first, and the engine alone decides what is tried again.
 */
export const codexConfig = ({ baseUrl, config }: CodexSettings): Record<string, unknown> =>
  merge(
    {
      model_provider: 'amelia',
      model_providers: {
        amelia: {
          name: 'amelia',
          base_url: baseUrl,
          wire_api: 'responses',
          env_key: keyName,
          supports_websockets: false,
          request_max_retries: 0,
          stream_max_retries: 0,
        },
      },
      analytics: { enabled: false },
      check_for_update_on_startup: false,
      otel: { exporter: 'none', metrics_exporter: 'none' },
      history: { persistence: 'none' },
      web_search: 'disabled',
      skills: { bundled: { enabled: false } },
      features: {
        apps: false,
        goals: false,
        // Sessions within a session would not be counted.
        multi_agent: false,
        plugins: false,
        remote_plugin: false,
        // It would write the environment, the key included, into a file.
        shell_snapshot: false,
        // A server that cannot be reached would be tried for ever.
        unbounded_connection_retries: false,
      },
      sandbox_workspace_write: { exclude_slash_tmp: true },
      // Variables with a name like a secret's stay out as well.
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
