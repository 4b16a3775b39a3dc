import type { AgentSdk } from '@amelia/agent-process'

/** The vendor's package, in the version this driver is tested with. */
export const codexPackage: AgentSdk = {
  title: 'The Codex SDK',
  name: '@openai/codex-sdk',
  version: '0.163.0',
  size: '410 MB',
  driver: '@amelia/driver-openai',
  entry: 'Codex',
}
